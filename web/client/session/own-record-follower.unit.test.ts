import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/users.ts';
import { createOwnRecordFollower } from './own-record-follower.ts';
import { initialSessionState, type SessionState } from './session-state.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const ada = {
  uid: 'ada',
  email: 'ada@example.org',
  displayName: 'Ada',
  photoURL: null,
  isEmailVerified: true,
};
const createRecord = (changes: Partial<User>): User => ({
  ...{ _id: '00000000-0000-4000-8000-000000000001', name: 'Ada', imageUrl: '/ada.svg', email: ada.email },
  ...{ wishedType: null, registeredAt: '2026-01-01T00:00:00.000Z' },
  userType: 'Student',
  ...changes,
});

/** Creates Ada's session. The server answers with these records, one after the other, and then repeats the last one. */
const createSession = (...answers: Partial<User>[]) => {
  const state: { session: SessionState; requests: number } = {
    session: { ...initialSessionState, person: ada },
    requests: 0,
  };
  const setRecord = (changes: Partial<User>) => {
    state.session = { ...state.session, role: { status: 'known', record: createRecord(changes) } };
  };
  const follower = createOwnRecordFollower(() => ({
    current: () => state.session,
    refreshRole: async () => {
      setRecord(answers[Math.min(state.requests, answers.length - 1)] ?? {});
      state.requests += 1;
    },
  }));
  return { state, setRecord, ...follower };
};

test('asks again while the server answers with the old role', async () => {
  const { state, onRoleChanged } = createSession({}, {}, { userType: 'Instructor' });
  const followed = onRoleChanged('Instructor');
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(3);
  expect(state.session.role).toMatchObject({ record: { userType: 'Instructor' } });
});

test('asks at most five times', async () => {
  const { state, onRoleChanged } = createSession({});
  const followed = onRoleChanged('Instructor');
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(5);
});

test('ends the requests for an older update when a newer one arrives, or when another user signs in', async () => {
  const { state, onRoleChanged } = createSession({ userType: 'Admin' });
  const [older, newer] = [onRoleChanged('Instructor'), onRoleChanged('Admin')];
  await vi.runAllTimersAsync();
  await Promise.all([older, newer]);
  expect(state.requests).toBe(2);

  const followed = onRoleChanged('Instructor');
  await vi.advanceTimersByTimeAsync(0);
  state.session = { ...state.session, person: { ...ada, uid: 'bo' } };
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(3);
});

test('fetches the record after a change on another device or by an Admin, until it has the change', async () => {
  const renamed = { name: 'Ada L.', wishedType: null };
  const { state, setRecord, onRecordChanged } = createSession({ wishedType: 'Instructor' }, renamed);
  setRecord({ wishedType: 'Instructor' });
  const followed = onRecordChanged(createRecord(renamed));
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(2);
  expect(state.session.role).toMatchObject({ record: renamed });
});

test('fetches nothing if the session has the change, or if the changed record is that of another user', async () => {
  const { state, setRecord, onRecordChanged } = createSession({});
  setRecord({ name: 'Ada L.' });
  await onRecordChanged(createRecord({ name: 'Ada L.' }));
  await onRecordChanged(createRecord({ _id: '00000000-0000-4000-8000-000000000002', name: 'Bo' }));
  expect(state.requests).toBe(0);
});

test('ends the requests for an older change when a newer update equals the record of the session', async () => {
  const { state, setRecord, onRecordChanged } = createSession({});
  setRecord({});
  const followed = onRecordChanged(createRecord({ name: 'Ada L.' }));
  await vi.advanceTimersByTimeAsync(0);
  await onRecordChanged(createRecord({}));
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(1);
});

test('after a refetch, fetches the record again if there is one, because the role may have changed in the meantime', async () => {
  const { state, setRecord, onRefetch } = createSession({ userType: 'Instructor' });
  await onRefetch();
  expect(state.requests).toBe(0);
  setRecord({ userType: 'Admin' });
  await onRefetch();
  expect(state.session.role).toMatchObject({ record: { userType: 'Instructor' } });
});

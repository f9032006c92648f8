import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/schemas/users.ts';
import { createRoleUpdateFollower } from './follow-role-update.ts';
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
const createRecord = (userType: User['userType']): User => ({
  ...{ _id: '00000000-0000-4000-8000-000000000001', name: 'Ada', imageUrl: '/ada.svg' },
  ...{ email: ada.email, userType, wishedType: null, registeredAt: '2026-01-01T00:00:00.000Z' },
});

/** Creates a session of Ada. The server answers with these roles, one after the other, and then always with the last one. */
const createSession = (...roles: User['userType'][]) => {
  const state: { session: SessionState; requests: number } = {
    session: { ...initialSessionState, person: ada },
    requests: 0,
  };
  const follow = createRoleUpdateFollower(() => ({
    current: () => state.session,
    refreshRole: async () => {
      const userType = roles[Math.min(state.requests, roles.length - 1)] ?? 'Student';
      state.requests += 1;
      state.session = { ...state.session, role: { status: 'known', record: createRecord(userType) } };
    },
  }));
  return { state, follow };
};

test('asks again while the server answers with the old role', async () => {
  const { state, follow } = createSession('Student', 'Student', 'Instructor');
  const followed = follow('Instructor');
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(3);
  expect(state.session.role).toMatchObject({ record: { userType: 'Instructor' } });
});

test('asks at most five times', async () => {
  const { state, follow } = createSession('Student');
  const followed = follow('Instructor');
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(5);
});

test('a newer update, or another user, ends the requests for the role of an older one', async () => {
  const { state, follow } = createSession('Admin');
  const [older, newer] = [follow('Instructor'), follow('Admin')];
  await vi.runAllTimersAsync();
  await Promise.all([older, newer]);
  expect(state.requests).toBe(2);

  const followed = follow('Instructor');
  await vi.advanceTimersByTimeAsync(0);
  state.session = { ...state.session, person: { ...ada, uid: 'bo' } };
  await vi.runAllTimersAsync();
  await followed;
  expect(state.requests).toBe(3);
});

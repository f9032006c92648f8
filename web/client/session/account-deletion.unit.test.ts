import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Person } from '../identity/identity-provider.ts';
import { store } from '../store.ts';
import {
  accountDeletionAtom,
  confirmOwnDeletion,
  resetAccountDeletion,
  runAccountDeletion,
} from './account-deletion.ts';
import { sessionStateAtom } from './session.ts';
import { initialSessionState } from './session-state.ts';

const signIn = (uid: string | null) => {
  const person: Person | null =
    uid === null
      ? null
      : { uid, email: `${uid}@lyceum.test`, displayName: uid, photoURL: null, isEmailVerified: true };
  store.set(sessionStateAtom, { ...initialSessionState, person });
};

beforeEach(() => {
  signIn('sam');
  resetAccountDeletion();
});
afterAll(() => store.set(sessionStateAtom, initialSessionState));

const getState = () => store.get(accountDeletionAtom);
const countFinishes = () => {
  let count = 0;
  const finish = async () => {
    count += 1;
  };
  return { finish, count: () => count };
};
const createLostAnswerError = () =>
  new ApiError({ code: 'offline', detail: 'The server cannot be reached.' });
const createRefusal = () => new ApiError({ code: 'last-admin', detail: 'The last Admin.', status: 409 });

test('finishes when the server answers', async () => {
  const { finish, count } = countFinishes();
  await runAccountDeletion(async () => {}, finish);
  expect([count(), getState()]).toEqual([1, 'deleted']);
  // Until the user is signed out, reports belong to this deletion.
  expect(confirmOwnDeletion()).toBe(true);
  resetAccountDeletion();
  expect([confirmOwnDeletion(), count()]).toEqual([false, 1]);
});

test('finishes on a report that arrives before the answer', async () => {
  const { finish, count } = countFinishes();
  const deletion = runAccountDeletion(() => new Promise(() => {}), finish);
  expect(getState()).toBe('in-progress');
  expect(confirmOwnDeletion()).toBe(true);
  await deletion;
  expect([count(), getState()]).toEqual([1, 'deleted']);
});

test('finishes once on a report that arrives after the answer was lost', async () => {
  const { finish, count } = countFinishes();
  const deletion = runAccountDeletion(() => Promise.reject(createLostAnswerError()), finish);
  await expect(deletion).rejects.toMatchObject({ code: 'offline' });
  expect([count(), getState()]).toEqual([0, 'unconfirmed']);
  expect([confirmOwnDeletion(), confirmOwnDeletion()]).toEqual([true, true]);
  expect([count(), getState()]).toEqual([1, 'deleted']);
});

test.each([null, 'ada'])(
  'forgets an unconfirmed deletion when the user of the tab changes to %j',
  async (next) => {
    const { finish, count } = countFinishes();
    const deletion = runAccountDeletion(() => Promise.reject(createLostAnswerError()), finish);
    await expect(deletion).rejects.toMatchObject({ code: 'offline' });
    signIn('sam');
    expect(getState()).toBe('unconfirmed');
    signIn(next);
    expect([getState(), confirmOwnDeletion(), count()]).toEqual(['none', false, 0]);
  },
);

test('forgets a deletion if its answer is lost after the user has signed out', async () => {
  const { finish, count } = countFinishes();
  const answer = Promise.withResolvers<void>();
  const deletion = runAccountDeletion(() => answer.promise, finish);
  signIn(null);
  expect(getState()).toBe('in-progress');
  answer.reject(createLostAnswerError());
  await expect(deletion).rejects.toMatchObject({ code: 'offline' });
  expect([getState(), confirmOwnDeletion(), count()]).toEqual(['none', false, 0]);
});

test('logs a failure to sign out after a report', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const failure = new Error('The identity provider does not answer.');
  const deletion = runAccountDeletion(
    () => Promise.reject(createLostAnswerError()),
    () => Promise.reject(failure),
  );
  await expect(deletion).rejects.toMatchObject({ code: 'offline' });
  expect(confirmOwnDeletion()).toBe(true);
  await expect.poll(() => log.mock.calls).toEqual([[expect.any(String), failure]]);
});

test('does not attribute a report to its own deletion after the server has refused that deletion', async () => {
  const { finish, count } = countFinishes();
  const deletion = runAccountDeletion(() => Promise.reject(createRefusal()), finish);
  await expect(deletion).rejects.toMatchObject({ code: 'last-admin' });
  expect([confirmOwnDeletion(), count(), getState()]).toEqual([false, 0, 'none']);
});

test('treats the answer “too many requests” as a refusal, unless an earlier answer was lost', async () => {
  const { finish, count } = countFinishes();
  const busy = new ApiError({ code: 'too-many-requests', detail: 'Try again later.', status: 429 });
  const lost = createLostAnswerError();
  const attempt = (error: ApiError) =>
    expect(runAccountDeletion(() => Promise.reject(error), finish)).rejects.toBe(error);
  await attempt(busy);
  expect([confirmOwnDeletion(), getState()]).toEqual([false, 'none']);
  await attempt(lost);
  await attempt(busy);
  expect([getState(), confirmOwnDeletion()]).toEqual(['unconfirmed', true]);
  await expect.poll(count).toBe(1);
});

test('after a timeout that a proxy reports, does not know whether the account was deleted', async () => {
  const { finish, count } = countFinishes();
  const timeout = new ApiError({ code: 'unreadable', detail: 'Request timeout.', status: 408 });
  await expect(runAccountDeletion(() => Promise.reject(timeout), finish)).rejects.toBe(timeout);
  expect(getState()).toBe('unconfirmed');
  expect(confirmOwnDeletion()).toBe(true);
  await expect.poll(count).toBe(1);
});

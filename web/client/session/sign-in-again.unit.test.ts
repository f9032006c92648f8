import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { store } from '../store.ts';
import { sessionStateAtom } from './session.ts';
import { initialSessionState } from './session-state.ts';
import { signInPromptAtom, withRecentSignIn } from './sign-in-again.ts';

const signIn = (uid: string | null) =>
  store.set(sessionStateAtom, {
    ...initialSessionState,
    person:
      uid === null
        ? null
        : { uid, email: `${uid}@school.example`, isEmailVerified: true, displayName: null, photoURL: null },
  });

beforeEach(() => {
  store.get(signInPromptAtom)?.answer(false);
  signIn('ada');
});
// Other test files share the store.
afterEach(() => store.set(sessionStateAtom, initialSessionState));

const createTooOldError = () =>
  new ApiError({ code: 'sign-in-too-old', detail: 'Sign in again.', status: 403 });

/** Creates a request that is refused until the sign-in is recent. */
const createRequest = () => {
  const request = { isSignInRecent: false, times: 0 };
  const send = async () => {
    request.times += 1;
    if (!request.isSignInRecent) throw createTooOldError();
    return 'answer';
  };
  return { request, send };
};

const waitForPrompt = async () => {
  await expect.poll(() => store.get(signInPromptAtom)).not.toBeNull();
  return store.get(signInPromptAtom);
};

test('does not ask for the password if the sign-in is recent, and rethrows other errors', async () => {
  expect(await withRecentSignIn(async () => 7)).toBe(7);
  const other = new ApiError({ code: 'last-admin', detail: 'The last Admin.', status: 409 });
  await expect(withRecentSignIn(() => Promise.reject(other))).rejects.toBe(other);
  expect(store.get(signInPromptAtom)).toBeNull();
});

test('sends the request again when the user has signed in again', async () => {
  const { request, send } = createRequest();
  const answer = withRecentSignIn(send);
  const shown = await waitForPrompt();
  request.isSignInRecent = true;
  shown?.answer(true);
  expect(await answer).toBe('answer');
  expect([request.times, store.get(signInPromptAtom)]).toEqual([2, null]);
});

test('sends nothing more when the user cancels, and asks again the next time', async () => {
  const { request, send } = createRequest();
  for (const times of [1, 2]) {
    const answer = withRecentSignIn(send);
    (await waitForPrompt())?.answer(false);
    expect([await answer, request.times]).toEqual([null, times]);
  }
});

test('asks once for several requests', async () => {
  const one = createRequest();
  const other = createRequest();
  const answers = [withRecentSignIn(one.send), withRecentSignIn(other.send)];
  const shown = await waitForPrompt();
  await expect.poll(() => other.request.times).toBe(1);
  one.request.isSignInRecent = true;
  other.request.isSignInRecent = true;
  shown?.answer(true);
  expect(await Promise.all(answers)).toEqual(['answer', 'answer']);
});

test.each([
  ['signs out', null],
  ['signs in somebody else', 'bea'],
])('ends the prompt when another tab %s', async (_, uid) => {
  const { request, send } = createRequest();
  const answer = withRecentSignIn(send);
  await waitForPrompt();
  signIn(uid);
  expect([await answer, request.times, store.get(signInPromptAtom)]).toEqual([null, 1, null]);
});

test('ignores a late answer to a closed prompt while a newer one is open', async () => {
  const { send } = createRequest();
  const cancelled = withRecentSignIn(send);
  const closed = await waitForPrompt();
  closed?.answer(false);
  expect(await cancelled).toBeNull();
  const { request, send: sendNext } = createRequest();
  const answer = withRecentSignIn(sendNext);
  const open = await waitForPrompt();
  closed?.answer(true);
  expect(store.get(signInPromptAtom)).toBe(open);
  request.isSignInRecent = true;
  open?.answer(true);
  expect(await answer).toBe('answer');
});

test('fails without another prompt if a new sign-in does not help', async () => {
  const { send } = createRequest();
  const answer = withRecentSignIn(send);
  (await waitForPrompt())?.answer(true);
  await expect(answer).rejects.toMatchObject({ code: 'sign-in-too-old' });
});

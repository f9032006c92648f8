import { atom } from 'jotai';
import { ApiError } from '../api/api-error.ts';
import { store } from '../store.ts';
import { sessionStateAtom } from './session.ts';

/** The open password prompt. `answer` closes it. */
type SignInPrompt = { answer: (isSignedInAgain: boolean) => void };

/** Set while the user is asked for the password; `SignInAgainDialog` shows it. */
export const signInPromptAtom = atom<SignInPrompt | null>(null);

let pendingAnswer: Promise<boolean> | null = null;

const getSessionUid = () => store.get(sessionStateAtom).person?.uid ?? null;

/** Asks once for all waiting requests. The prompt ends if the session ends or another user signs in. */
const promptForPassword = (): Promise<boolean> => {
  pendingAnswer ??= new Promise((resolve) => {
    const uid = getSessionUid();
    const unsubscribe = store.sub(sessionStateAtom, () => {
      if (getSessionUid() !== uid) answer(false);
    });
    const answer = (isSignedInAgain: boolean) => {
      // A closed dialog may still be checking its password. It must not close a newer prompt.
      if (store.get(signInPromptAtom) !== prompt) return;
      unsubscribe();
      pendingAnswer = null;
      store.set(signInPromptAtom, null);
      resolve(isSignedInAgain);
    };
    const prompt: SignInPrompt = { answer };
    store.set(signInPromptAtom, prompt);
  });
  return pendingAnswer;
};

/**
 * Sends a request. If the sign-in is too old for it, the user is asked for the password, and the request is sent again.
 * @param send sends the request. If the request appends events, every call must use the same idempotency key.
 * @returns the answer, or null if the user did not sign in again.
 * @throws what `send` throws.
 */
export const withRecentSignIn = async <T>(send: () => Promise<T>): Promise<T | null> => {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'sign-in-too-old')) throw error;
  }
  return (await promptForPassword()) ? send() : null;
};

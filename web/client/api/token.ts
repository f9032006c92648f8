import { ApiError } from './api-error.ts';

/** Gives the signed-in person's ID token, or null for a visitor; `fresh` asks the provider for a new one. */
export type TokenProvider = (fresh: boolean) => Promise<string | null>;

let provider: TokenProvider = async () => null;

/** The session says here how tokens are had; the api client and the socket ask. */
export const provideTokens = (given: TokenProvider): void => {
  provider = given;
};

export const currentToken = (fresh = false): Promise<string | null> => provider(fresh);

/** The provider did not give the token of somebody who is signed in. */
export const tokenNotGiven = (): ApiError =>
  new ApiError({
    code: 'timed-out',
    detail: 'The sign-in service did not answer. Please try again in a moment.',
  });

/** Whose token it is, by what it says itself: to choose by, never to trust (the server verifies it). Null for rubbish. */
export const subjectOf = (token: string): string | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string'
      ? claims.sub
      : null;
  } catch {
    return null;
  }
};

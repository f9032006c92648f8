import { ApiError } from './api-error.ts';

/**
 * Returns the signed-in user's ID token. Returns null for a visitor, in an as-of view, or if the identity provider does not say in time who
 * is signed in.
 * @param forceRefresh asks the identity provider for a new one.
 */
type TokenSource = (forceRefresh: boolean) => Promise<string | null>;

let source: TokenSource = async () => null;

/** Sets the source of tokens for requests and for the socket. The session calls it. */
export const setTokenSource = (newSource: TokenSource): void => {
  source = newSource;
};

export const fetchCurrentToken = (forceRefresh = false): Promise<string | null> => source(forceRefresh);

/** Returns the error for a signed-in user if the identity provider fails or does not return the token in time. */
export const createTokenUnavailableError = (): ApiError =>
  new ApiError({
    code: 'timed-out',
    detail: 'The sign-in service did not answer. Please try again in a moment.',
  });

/** Returns the user id in a token, or null if the token is malformed. The token is not verified here; the server does that. */
export const readUserId = (token: string): string | null => {
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

/** Returns the code of an error, such as the identity provider's `auth/invalid-credential`, or null if it has none. */
export const getErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Returns whether the error is the provider's and has this code. @param code without `auth/`: 'user-not-found'. */
export const isProviderError = (error: unknown, code: string): boolean =>
  getErrorCode(error) === `auth/${code}`;

/** Returns the code of the identity provider's error, such as `auth/invalid-credential`, or null for other errors. */
export const getErrorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Returns whether the error is the provider's and has this code. @param code without `auth/`: 'user-not-found'. */
export const isProviderError = (error: unknown, code: string): boolean =>
  getErrorCode(error) === `auth/${code}`;

/**
 * `negativeResult`: the log or the file of an import is not valid, or the requested stream has no events. `usage`: wrong
 * arguments or settings. `failed`: the command failed for another reason.
 */
export const exitCodes = { success: 0, negativeResult: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command was called with wrong arguments or settings. The message says what is wrong with them. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * `negativeResult`: the log or the file of an import is not valid, or the requested stream has no events. `usage`: wrong
 * arguments. `failed`: the command failed.
 */
export const exitCodes = { success: 0, negativeResult: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command was called with wrong arguments. The message says how to correct them. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What a script may ask: all well; something was found or is not there; used wrongly; could not be done. */
export const exitCodes = { well: 0, found: 1, usage: 2, failed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command was used wrongly; the message says how it is used rightly. */
export class UsageError extends Error {
  override name = 'UsageError';
}

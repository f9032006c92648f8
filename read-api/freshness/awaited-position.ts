import { problemError } from '#platform/problems.ts';

/** What a GET waits for: a position of the log, and for how many milliseconds at most. */
export type Awaited = { position: number; within: number };

/** The longest waits in milliseconds: for the head on arrival, and for a position that the caller names. */
export type Patience = { head: number; named: number };
export const patience: Patience = { head: 250, named: 2_000 };

/**
 * @param asked the request's `Await-Log-Position` and `Log-Id`, undefined where they are not sent.
 * @param log the log's identity and its head as it stood when the request arrived.
 * @param longest how long is waited at most.
 * @returns the head; or the named position where it is one of this log. A position beyond the head was never
 * acknowledged by anybody, so nobody is made to wait for it.
 * @throws problem 'invalid-input' for a position that is not a number.
 */
export const awaitedPosition = (
  asked: { position: string | undefined; logId: string | undefined },
  log: { logId: string; head: number },
  longest: Patience = patience,
): Awaited => {
  if (asked.position === undefined) return { position: log.head, within: longest.head };
  if (!/^\d{1,15}$/.test(asked.position))
    throw problemError('invalid-input', 'The header Await-Log-Position must be a position of the log.');
  if (asked.logId !== undefined && asked.logId.toLowerCase() !== log.logId)
    return { position: log.head, within: longest.head };
  return { position: Math.min(Number(asked.position), log.head), within: longest.named };
};

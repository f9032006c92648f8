import type { Pool } from 'pg';
import { pause } from '#concurrency/pause.ts';

const dayMs = 24 * 60 * 60_000;
/** The delay before the first run, so that a new leader catches up first. */
const initialDelayMs = 60_000;
/** Answers are deleted in batches, with pauses in which other statements can run. */
const batchSize = 5_000;
const batchIntervalMs = 100;

/** Deletes the stored answers of commands older than 30 days. @returns the number of deleted answers. */
export const expireCommandAnswers = async (pool: Pool, signal: AbortSignal): Promise<number> => {
  let total = 0;
  while (!signal.aborted) {
    const { rows } = await pool.query<{ deleted: number }>(
      'select log.expire_commands(batch => $1) as deleted',
      [batchSize],
    );
    const deleted = rows[0]?.deleted ?? 0;
    total += deleted;
    if (deleted < batchSize) break;
    await pause(batchIntervalMs, signal);
  }
  return total;
};

/** Runs {@link expireCommandAnswers} daily until the signal aborts. */
export const expireCommandAnswersDaily = async (
  pool: Pool,
  signal: AbortSignal,
  observer: { done: (deleted: number) => void; failed: (error: unknown) => void },
): Promise<void> => {
  for (let delayMs = initialDelayMs; !signal.aborted; delayMs = dayMs) {
    await pause(delayMs, signal);
    if (signal.aborted) return;
    await expireCommandAnswers(pool, signal).then(observer.done, observer.failed);
  }
};

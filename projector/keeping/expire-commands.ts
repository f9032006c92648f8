import type { Pool } from 'pg';
import { pause } from '../connection/pause.ts';

const day = 24 * 60 * 60_000;
/** A new leader has better things to do first. */
const firstAfter = 60_000;
/** The database forgets so many at a time at most; between two times others have their turn. */
const batch = 5_000;
const betweenBatches = 100;

/** Forgets the answers of commands that are older than 30 days. @returns how many were forgotten. */
export const expireCommands = async (pool: Pool, signal: AbortSignal): Promise<number> => {
  let forgotten = 0;
  while (!signal.aborted) {
    const { rows } = await pool.query<{ forgotten: number }>(
      'select log.expire_commands(batch => $1) as forgotten',
      [batch],
    );
    const now = rows[0]?.forgotten ?? 0;
    forgotten += now;
    if (now < batch) break;
    await pause(betweenBatches, signal);
  }
  return forgotten;
};

/** Does it every day until the signal aborts. */
export const expireCommandsDaily = async (
  pool: Pool,
  signal: AbortSignal,
  told: { done: (forgotten: number) => void; failed: (error: unknown) => void },
): Promise<void> => {
  for (let wait = firstAfter; !signal.aborted; wait = day) {
    await pause(wait, signal);
    if (signal.aborted) return;
    await expireCommands(pool, signal).then(told.done, told.failed);
  }
};

import type { Pool } from 'pg';

/**
 * Forgets the stored answers of commands that are older than 30 days, in small batches so that no append waits long.
 * The projector's leader does so once a day.
 * @param pool of the projector's role. @returns how many were forgotten.
 */
export const expireCommands = async (pool: Pool, signal?: AbortSignal): Promise<number> => {
  let total = 0;
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ forgotten: number }>('select log.expire_commands() as forgotten');
    const forgotten = rows[0]?.forgotten ?? 0;
    if (forgotten === 0) break;
    total += forgotten;
  }
  return total;
};

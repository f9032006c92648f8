import type { Pool } from 'pg';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { Removal, RemovalList } from './removal-list.ts';

const usersPerCall = 500;

/** Returns the entry of the list for a removal that the log records. */
export const listedRemoval = (logId: string, removed: { stream: string; recordedAt: Date }): Removal => ({
  log: logId,
  user: streamId(removed.stream),
  removed: removed.recordedAt.toISOString().slice(0, 10),
});

/**
 * Makes the log and the list agree. First repeats the removals that only the list contains, because the log was restored from an
 * older backup. (If a user is not in that log, only their key is destroyed.) Then adds to the list the removals that only the log
 * contains, because the list was lost or is new. Can be repeated.
 * @returns how many users were removed again.
 */
export const repeatRemovals = async (
  { pool, logId }: { pool: Pool; logId: () => Promise<string> },
  list: RemovalList,
): Promise<number> => {
  const log = await logId();
  const listed = [...(await list.read(log))];
  let repeated = 0;
  for (let start = 0; start < listed.length; start += usersPerCall) {
    const { rows } = await pool.query<{ repeated: number }>(
      'select log.repeat_removals($1::uuid[]) as repeated',
      [listed.slice(start, start + usersPerCall)],
    );
    repeated += rows[0]?.repeated ?? 0;
  }
  const { rows } = await pool.query<{ stream: string; recordedAt: Date }>(
    'select stream, recorded_at as "recordedAt" from log.removals order by position',
  );
  await list.add(rows.map((row) => listedRemoval(log, row)));
  return repeated;
};

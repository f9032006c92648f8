import type { Pool } from 'pg';
import { createSealer } from '../seals/sealer.ts';

/**
 * Removes the events up to `lastPosition` from `log.events`, as the archival does, but without writing files. For tests of what the
 * database does after that. Seals the events first, so that a seal ends at `lastPosition`.
 * @param pool of the owner.
 */
export const archiveWithoutFiles = async (pool: Pool, lastPosition: number): Promise<void> => {
  await createSealer({ pool }).sealUpTo(lastPosition);
  await pool.query(
    `select log.archive_segment(log.archived_head() + 1, $1, 'events', 'streams', 1, sha256(''))`,
    [lastPosition],
  );
};

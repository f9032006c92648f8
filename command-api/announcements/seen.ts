import type { Pool } from 'pg';
import { accountRemoved } from '../users/decide.ts';

/** Keeps the position up to which a person has seen announcements; it only moves forward. Resolves with where it is now. */
export type KeepSeen = (userId: string, position: number) => Promise<number>;

/**
 * Writes into `state.announcements_seen`, for all devices of a person.
 * @returns `keepSeen`, which throws `account-removed` for a person who is being removed at this moment.
 */
export const openSeenKeeper =
  (pool: Pick<Pool, 'query'>): KeepSeen =>
  async (userId, position) => {
    const { rows } = await pool.query<{ position: string | null }>(
      'select state.see_announcements($1, $2) as position',
      [userId, position],
    );
    const kept = rows[0]?.position ?? null;
    if (kept === null) throw accountRemoved();
    return Number(kept);
  };

import type { Pool } from 'pg';
import { accountRemoved } from '../../authorization.ts';

/**
 * Saves in `state.announcements_seen` the position up to which a user has seen announcements, for all their devices. It never
 * moves back, and never beyond the head of the log.
 * @returns the position that is saved now.
 * @throws `account-removed` if the user is being removed at this moment.
 */
export type SaveSeenPosition = (userId: string, position: number) => Promise<number>;

export const createSaveSeenPosition =
  (pool: Pick<Pool, 'query'>): SaveSeenPosition =>
  async (userId, position) => {
    const { rows } = await pool.query<{ position: string | null }>(
      'select state.see_announcements($1, $2) as position',
      [userId, position],
    );
    const savedPosition = rows[0]?.position ?? null;
    if (savedPosition === null) throw accountRemoved();
    return Number(savedPosition);
  };

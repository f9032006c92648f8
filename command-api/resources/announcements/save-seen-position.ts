import type { Pool } from 'pg';
import { accountRemovedError } from '../../authorization.ts';

/**
 * Saves the position up to which a user has seen a list, for all their devices. It never moves back, and never beyond the head
 * of the log.
 * @returns the position that is saved now.
 * @throws `account-removed` if the user has no key, for example because they are being removed at this moment.
 */
export type SaveSeenPosition = (userId: string, position: number) => Promise<number>;

/** For each list, the database function that saves the position in `state.announcements_seen`. */
const saveFunctions = {
  announcements: 'state.see_announcements',
  notifications: 'state.see_notifications',
} as const;

export const createSaveSeenPosition =
  (pool: Pick<Pool, 'query'>, list: keyof typeof saveFunctions): SaveSeenPosition =>
  async (userId, position) => {
    const { rows } = await pool.query<{ position: string | null }>(
      `select ${saveFunctions[list]}($1, $2) as position`,
      [userId, position],
    );
    const savedPosition = rows[0]?.position ?? null;
    if (savedPosition === null) throw accountRemovedError();
    return Number(savedPosition);
  };

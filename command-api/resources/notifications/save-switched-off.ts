import type { Pool } from 'pg';
import type { NotificationKind } from '#contract/schemas/notifications.ts';
import { accountRemovedError } from '../../authorization.ts';

/**
 * Saves the kinds of notifications that a user switched off, for all their devices.
 * @throws `account-removed` if the user has no key, for example because they are being removed at this moment.
 */
export type SaveSwitchedOff = (userId: string, switchedOff: readonly NotificationKind[]) => Promise<void>;

export const createSaveSwitchedOff =
  (pool: Pick<Pool, 'query'>): SaveSwitchedOff =>
  async (userId, switchedOff) => {
    const { rows } = await pool.query<{ saved: boolean }>(
      'select state.switch_notifications($1, $2) as saved',
      [userId, switchedOff],
    );
    if (rows[0]?.saved !== true) throw accountRemovedError();
  };

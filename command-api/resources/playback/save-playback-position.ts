import type { Pool } from 'pg';
import type { NewPlayback } from '#contract/schemas/playback.ts';
import { accountRemovedError } from '../../authorization.ts';

/**
 * Saves a playback position in `state.playback`, unless a more recent one is already saved.
 * @returns whether the position was saved.
 * @throws `account-removed` if the user has no key, for example because they are being removed at this moment.
 */
export type SavePlaybackPosition = (position: { userId: string } & NewPlayback) => Promise<boolean>;

export const createSavePlaybackPosition =
  (pool: Pick<Pool, 'query'>): SavePlaybackPosition =>
  async ({ userId, enrolmentId, module, second, secondsAgo = 0 }) => {
    const { rows } = await pool.query<{ outcome: 'kept' | 'older' | 'removed' }>(
      'select state.keep_playback($1, $2, $3::smallint, $4, $5) as outcome',
      [userId, enrolmentId, module, second, secondsAgo],
    );
    const outcome = rows[0]?.outcome;
    if (outcome === 'removed') throw accountRemovedError();
    return outcome === 'kept';
  };

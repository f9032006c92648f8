import type { Pool } from 'pg';
import type { NewPlayback } from '#contract/playback.ts';
import { accountRemoved } from '../users/decide.ts';

type Outcome = 'kept' | 'older' | 'removed';

export type KeepPlayback = (place: { userId: string } & NewPlayback) => Promise<boolean>;

/**
 * Writes places into `state.playback`.
 * @returns `keepPlayback`, which says whether the place is the last one known now, and throws `account-removed` for a
 * person who is being removed at this moment.
 */
export const openPlaybackKeeper =
  (pool: Pick<Pool, 'query'>): KeepPlayback =>
  async ({ userId, enrolmentId, module, second, secondsAgo = 0 }) => {
    const { rows } = await pool.query<{ outcome: Outcome }>(
      'select state.keep_playback($1, $2, $3::smallint, $4, $5) as outcome',
      [userId, enrolmentId, module, second, secondsAgo],
    );
    const outcome = rows[0]?.outcome;
    if (outcome === 'removed') throw accountRemoved();
    return outcome === 'kept';
  };

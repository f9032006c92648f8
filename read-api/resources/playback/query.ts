import { type Kysely, sql } from 'kysely';
import type { Playback } from '#contract/schemas/playback.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

/** Finds the playback positions of users, one per enrolment, latest first. */
export const findPlaybackOfUsers = async (
  state: Kysely<StateTables>,
  userIds: readonly string[],
): Promise<Playback[]> => {
  const rows = await state
    .selectFrom('playback')
    .select(['enrolment_id', 'module', 'second', 'at'])
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ enrolment_id, module, second, at }) => ({
    enrolmentId: enrolment_id,
    module,
    second,
    at: at.toISOString(),
  }));
};

import { type Kysely, sql } from 'kysely';
import type { Playback } from '#contract/playback.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';

/** Where these persons stand in their courses, the last place first; one an enrolment. */
export const playbackOf = async (
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

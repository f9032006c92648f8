import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { QuarterHourRow } from './summarize-activity.ts';

/** Counts the activities of users by quarter of an hour, kind and course, so that fewer rows are returned than there are activities. */
export const countByQuarterHour = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<QuarterHourRow[]> => {
  const quarter = sql<Date>`date_bin('15 minutes', acted_at, timestamptz '2000-01-01T00:00Z')`;
  return tables
    .selectFrom('activity')
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .groupBy([quarter, 'kind', 'course_id'])
    .select([
      quarter.as('quarter'),
      'kind',
      'course_id',
      sql<number>`count(*)::int`.as('acts'),
      sql<Date>`max(acted_at)`.as('last_at'),
    ])
    .execute();
};

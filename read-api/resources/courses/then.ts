import { type Kysely, sql } from 'kysely';
import { ratingUnit } from '#platform/read-tables/reviews.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** How a course fared at a moment. `rating` is the mean, null where nobody had reviewed it. */
export type Fared = { enrolled: number; reviews: number; rating: number | null };

/** `countedAt`: when the last thing happened that is counted. */
export type FaredAt = Fared & { countedAt: string };

/** What the log said last of a record by a position, of those kinds of event. */
const lastOf = (stream: string, id: string, types: readonly string[], position: number) => sql`
  from log.events
  where events.stream = ${stream}::text || ${sql.ref(id)} and events.position <= ${position}
    and events.type = any(${types}::text[])
  order by events.version desc limit 1`;

const ways = ['StudentEnrolled', 'StudentLeft'];
const ratings = ['ReviewSubmitted', 'ReviewRevised'];
const fates = [...ratings, 'ReviewRemoved', 'ReviewRestored'];

/**
 * How many were enrolled in a course, and what its reviews came to, as of a position. The read tables know today alone, but
 * which records there are: what became of each by then is looked up in its own short stream. Whoever has been removed
 * from the school since is in no table, and so is not counted. A course with 2,000 enrolments and 500 reviews takes some 30 ms.
 */
export const faredAt = async (
  tables: Kysely<ReadTables>,
  courseId: string,
  position: number,
): Promise<Fared> => {
  const [enrolled, rated] = await Promise.all([
    sql<{ enrolled: number }>`
      select count(*)::int as enrolled from enrolments as way
      where way.course_id = ${courseId}
        and 'StudentEnrolled' = (select type ${lastOf('enrolment-', 'way.id', ways, position)})`.execute(
      tables,
    ),
    sql<{ reviews: number; total: string }>`
      select count(*)::int as reviews, coalesce(sum(round(said.rating * ${ratingUnit}::int)), 0) as total
      from reviews as review
      cross join lateral (select (data ->> 'rating')::numeric as rating
                          ${lastOf('review-', 'review.id', ratings, position)}) as said
      where review.course_id = ${courseId}
        and 'ReviewRemoved' <> (select type ${lastOf('review-', 'review.id', fates, position)})`.execute(
      tables,
    ),
  ]);
  const reviews = rated.rows[0]?.reviews ?? 0;
  const total = Number(rated.rows[0]?.total ?? 0);
  return {
    enrolled: enrolled.rows[0]?.enrolled ?? 0,
    reviews,
    rating: reviews === 0 ? null : total / (reviews * ratingUnit),
  };
};

import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { type CourseRow, courseColumns, type LiveCourseRow, type VersionedCourseRow } from './present.ts';
import { maxScore, searchCondition, searchScore } from './search.ts';

/**
 * The sort keys of the last row of a page: the score and the position at which the course was added. Names that contain
 * the text come first, then near misses by score (thousandths of the similarity). Equal scores are in the order in
 * which the courses were added.
 */
export const courseCursor = z.tuple([z.number().int().min(0).max(maxScore), z.number().int().nonnegative()]);
type CourseCursor = z.infer<typeof courseCursor>;

/** `after` is null for the first page. `limit` is null for all rows. */
type CoursePage = { after: CourseCursor | null; limit: number | null };

type FoundCourse = CourseRow & { score: number; added: number };

/** The version of a course. Its last event is at the position of its row: in `log.events`, or as a copy of an archived event. */
const courseVersion = sql<number | null>`
  coalesce(
    (select events.version from log.events
      where events.position = courses.position and events.stream = 'course-' || courses.id),
    (select kept.version from log.kept_events as kept
      where kept.position = courses.position and kept.stream = 'course-' || courses.id))`.as('version');

/** Finds the course with this id in the catalogue. */
export const findCourseById = (
  tables: Kysely<ReadTables>,
  id: string,
): Promise<VersionedCourseRow | undefined> =>
  tables
    .selectFrom('courses')
    .select([...courseColumns, courseVersion])
    .where('id', '=', id)
    .where('withdrawn', '=', false)
    .executeTakeFirst();

/** Finds the courses with these ids in the catalogue, in no particular order. */
export const findCoursesByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<LiveCourseRow[]> =>
  tables
    .selectFrom('courses')
    .select([...courseColumns, courseVersion, sql<number>`added_position::float8`.as('added')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('withdrawn', '=', false)
    .execute();

/** Finds the teachers of the courses with these ids, including removed courses. */
export const findInstructorsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<{ id: string; instructor_id: string | null }[]> =>
  tables
    .selectFrom('courses')
    .select(['id', 'instructor_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** Selects the rows of {@link searchCourses}. Exported so that a test can check its plan. The session needs `searchSettings`. */
export const selectFoundCourses = (tables: Kysely<ReadTables>, foldedText: string, page: CoursePage) => {
  const found = tables
    .selectFrom('courses')
    .select([
      ...courseColumns,
      searchScore(foldedText).as('score'),
      sql<number>`added_position::float8`.as('added'),
    ])
    .where('withdrawn', '=', false)
    .where(searchCondition(foldedText));
  let query = tables.selectFrom(found.as('found')).selectAll().orderBy('score', 'desc').orderBy('added');
  if (page.after) {
    const [lastScore, lastAdded] = page.after;
    query = query.where((expression) =>
      expression.or([
        expression('score', '<', lastScore),
        expression.and([expression('score', '=', lastScore), expression('added', '>', lastAdded)]),
      ]),
    );
  }
  if (page.limit !== null) query = query.limit(page.limit);
  return query;
};

/**
 * Finds courses whose name contains the text, followed by near misses. The text is never interpreted as a pattern.
 * @param foldedText the text as `foldText` returns it; '' finds the whole catalogue.
 */
export const searchCourses = (
  tables: Kysely<ReadTables>,
  foldedText: string,
  page: CoursePage,
): Promise<FoundCourse[]> => selectFoundCourses(tables, foldedText, page).execute();

/** Returns whether {@link searchCourses} finds more than `count` courses. */
export const hasMoreCourses = async (
  tables: Kysely<ReadTables>,
  foldedText: string,
  count: number,
): Promise<boolean> => {
  const found = await tables
    .selectFrom('courses')
    .select('id')
    .where('withdrawn', '=', false)
    .where(searchCondition(foldedText))
    .limit(count + 1)
    .execute();
  return found.length > count;
};

/**
 * Finds the same courses as {@link searchCourses}, page by page, as they were when the first page was read.
 * @param signal ends the search before the next page.
 */
export const readFoundCourses = async function* (
  tables: Kysely<ReadTables>,
  foldedText: string,
  { pageSize, signal }: { pageSize: number; signal: AbortSignal },
): AsyncGenerator<FoundCourse[]> {
  // All statements of a transaction with this isolation level see the same rows.
  const snapshot = await tables
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The lock keeps a rebuild from replacing the table, and takes no snapshot. If the first SELECT had to wait for a replacement,
    // its snapshot would predate the replacement, and it would see none of the rows that the rebuild wrote last.
    await sql`lock table courses in access share mode`.execute(snapshot);
    for (let after: CourseCursor | null = null; ; ) {
      signal.throwIfAborted();
      const found: FoundCourse[] = await searchCourses(snapshot, foldedText, { after, limit: pageSize });
      yield found;
      const last = found.at(-1);
      if (last === undefined || found.length < pageSize) return;
      after = [last.score, last.added];
    }
  } finally {
    await snapshot.rollback().execute();
  }
};

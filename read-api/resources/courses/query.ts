import { type Kysely, sql } from 'kysely';
import { containsPattern } from '#platform/read-tables/courses.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { type CoursePlace, contained } from './cursor.ts';
import { type CourseRow, courseColumns } from './present.ts';

/** Shorter texts resemble everything: they find only what contains them. */
const shortestForNearMisses = 4;
/**
 * From this word similarity on (0 to 1) a name is a near miss; two swapped letters in "physics" leave 0.35. The operator
 * `<%`, which the index serves, takes it from the session: at 10,000 courses a search took 37 to 58 ms with
 * the function word_similarity alone, and 1 ms with the operator where few names are alike.
 */
export const searchSettings = { 'pg_trgm.word_similarity_threshold': '0.35' } as const;

/** `added`: the place in the log where the course was added. */
export type FoundCourse = CourseRow & { likeness: number; added: number };

/** One course of the catalogue; undefined when there is none (any more). */
export const courseById = (tables: Kysely<ReadTables>, id: string): Promise<CourseRow | undefined> =>
  tables
    .selectFrom('courses')
    .select(courseColumns)
    .where('id', '=', id)
    .where('withdrawn', '=', false)
    .executeTakeFirst();

/** Those of the catalogue's courses that have one of the ids, in no order. */
export const coursesByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<CourseRow[]> =>
  tables
    .selectFrom('courses')
    .select(courseColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('withdrawn', '=', false)
    .execute();

/** Where a page of the list begins (`after`: where the last one ended), and how many rows it has at most; null: all. */
export type CoursePage = { after: CoursePlace | null; limit: number | null };

/** The query of {@link findCourses}, for who wants its plan. Needs {@link searchSettings} in the session. */
export const coursesFound = (tables: Kysely<ReadTables>, folded: string, page: CoursePage) => {
  const contains = sql<boolean>`search_name like ${containsPattern(folded)}`;
  const similarity = sql<number>`word_similarity(${folded}, search_name)`;
  const likeness =
    folded === ''
      ? sql<number>`${sql.lit(contained)}::int`
      : sql<number>`case when ${contains} then ${sql.lit(contained)}
          else least((${similarity} * 1000)::int, ${sql.lit(contained - 1)}) end`;
  let found = tables
    .selectFrom('courses')
    .select([...courseColumns, likeness.as('likeness'), sql<number>`added_position::float8`.as('added')])
    .where('withdrawn', '=', false);
  if (folded.length >= shortestForNearMisses)
    found = found.where((of) => of.or([contains, sql<boolean>`${folded} <% search_name`]));
  else if (folded !== '') found = found.where(contains);
  let query = tables.selectFrom(found.as('found')).selectAll().orderBy('likeness', 'desc').orderBy('added');
  const { after } = page;
  if (after)
    query = query.where((of) =>
      of.or([
        of('likeness', '<', after.likeness),
        of.and([of('likeness', '=', after.likeness), of('added', '>', after.added)]),
      ]),
    );
  if (page.limit !== null) query = query.limit(page.limit);
  return query;
};

/**
 * Courses whose name contains the text, then those whose name nearly does. The text is never a pattern.
 * @param folded the text as `foldForSearch` gives it; '' finds the whole catalogue.
 */
export const findCourses = (
  tables: Kysely<ReadTables>,
  folded: string,
  page: CoursePage,
): Promise<FoundCourse[]> => coursesFound(tables, folded, page).execute();

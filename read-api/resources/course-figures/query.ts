import { type Kysely, sql } from 'kysely';
import { maxCourseFigures } from '#contract/schemas/reviews.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** `total` is the sum of the ratings in millionths; null without reviews. */
type CourseFiguresRow = { id: string; students: number; reviews: number; total: number | null };

const selectCourses = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('courses')
    .leftJoin('course_ratings', 'course_ratings.id', 'courses.id')
    .where('courses.withdrawn', '=', false)
    .select([
      'courses.id',
      sql<number>`coalesce(course_ratings.reviews, 0)`.as('reviews'),
      sql<number | null>`course_ratings.total::float8`.as('total'),
    ]);

/** Finds the figures of these courses. Counts the students of each course along an index. */
const findFiguresByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<CourseFiguresRow[]> =>
  selectCourses(tables)
    .where('courses.id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(
      sql<number>`(select count(*)::int from enrolments
        where enrolments.course_id = courses.id and not enrolments.has_left)`.as('students'),
    )
    .orderBy('courses.id')
    .execute();

/** Finds the figures of the courses with the most students. Counts the students of all courses in one pass. */
const findFiguresOfLargest = (tables: Kysely<ReadTables>): Promise<CourseFiguresRow[]> =>
  selectCourses(tables)
    .leftJoin(
      (enrolments) =>
        enrolments
          .selectFrom('enrolments')
          .where('has_left', '=', false)
          .groupBy('course_id')
          .select(['course_id', sql<number>`count(*)::int`.as('students')])
          .as('counted'),
      (join) => join.onRef('counted.course_id', '=', 'courses.id'),
    )
    .select(sql<number>`coalesce(counted.students, 0)`.as('students'))
    .orderBy('students', 'desc')
    .orderBy('courses.id')
    .limit(maxCourseFigures)
    .execute();

/**
 * Counts the students and sums up the ratings of courses in the catalogue.
 * @param ids of the courses; if undefined, the courses with the most students are returned, largest first.
 */
export const findCourseFigures = (
  tables: Kysely<ReadTables>,
  ids: readonly string[] | undefined,
): Promise<CourseFiguresRow[]> =>
  ids === undefined ? findFiguresOfLargest(tables) : findFiguresByIds(tables, ids);

import { type Kysely, sql } from 'kysely';
import { maxCourseFigures } from '#contract/schemas/reviews.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** `total` is the sum of the ratings in millionths; null without reviews. */
type CourseFiguresRow = { id: string; students: number; reviews: number; total: number | null };

/** Counts the students and sums up the ratings of each course in the catalogue. Courses with the most students come first. */
export const findCourseFigures = (tables: Kysely<ReadTables>): Promise<CourseFiguresRow[]> =>
  tables
    .selectFrom('courses')
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
    .leftJoin('course_ratings', 'course_ratings.id', 'courses.id')
    .where('courses.withdrawn', '=', false)
    .select([
      'courses.id',
      sql<number>`coalesce(counted.students, 0)`.as('students'),
      sql<number>`coalesce(course_ratings.reviews, 0)`.as('reviews'),
      sql<number | null>`course_ratings.total::float8`.as('total'),
    ])
    .orderBy('students', 'desc')
    .orderBy('courses.id')
    .limit(maxCourseFigures)
    .execute();

import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { CourseCode } from '#contract/schemas/courses.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { maxMarksPerQuestion } from '#contract/schemas/quizzes.ts';
import { maxRosterStudents } from '#contract/schemas/roster.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

export type RosterCourseRow = {
  id: string;
  name: string;
  code: CourseCode;
  withdrawn: boolean;
  instructor_id: string | null;
};

/** A student of a course with sums over quizzes and activity. */
export type RosterRow = {
  user_id: string;
  enrolment_id: string;
  name: string;
  email: string;
  image_url: string;
  enrolled_at: Date;
  started_at: Date | null;
  completed_modules: number;
  taken: number;
  waiting: number;
  /** The mean result in percent; null without a result. */
  percent: number | null;
  /** Null if no event of the student's activity has been projected yet. */
  last_activity_at: Date | null;
  certified_at: Date | null;
};

/** Finds the course with this id, even if it was removed from the catalogue. */
export const findRosterCourse = (
  tables: Kysely<ReadTables>,
  id: string,
): Promise<RosterCourseRow | undefined> =>
  tables
    .selectFrom('courses')
    .where('id', '=', id)
    .select(['id', 'name', 'code', 'withdrawn', 'instructor_id'])
    .executeTakeFirst();

/** The sort keys of the last course of a page: whether it is removed (0 or 1), and the position at which it was added. */
export const taughtCourseCursor = z.tuple([z.literal([0, 1]), z.number().int().nonnegative()]);

/**
 * Finds courses, including removed ones, with the number of their students. Removed courses come last.
 * @param instructorId only the courses that this user teaches; null: all.
 * @param page `after` is null for the first page.
 */
export const findTaughtCourses = (
  tables: Kysely<ReadTables>,
  instructorId: string | null,
  { after, limit }: { after: z.infer<typeof taughtCourseCursor> | null; limit: number },
): Promise<(RosterCourseRow & { students: number; added: number })[]> =>
  tables
    .selectFrom('courses')
    .$if(instructorId !== null, (found) => found.where('instructor_id', '=', instructorId))
    .$if(after !== null, (found) =>
      found.where(
        sql<boolean>`(withdrawn, added_position) > (${after?.[0] === 1}::boolean, ${after?.[1] ?? 0}::bigint)`,
      ),
    )
    .select([
      'id',
      'name',
      'code',
      'withdrawn',
      'instructor_id',
      sql<number>`added_position::float8`.as('added'),
    ])
    .select(
      sql<number>`(select count(*)::int from enrolments
        where enrolments.course_id = courses.id and not enrolments.has_left)`.as('students'),
    )
    .orderBy('withdrawn')
    .orderBy('added_position')
    .limit(limit)
    .execute();

/** Sums up the submitted attempts of an enrolment. An attempt that was submitted too late counts as 0 percent. */
const attemptSums = sql`
  select count(*)::int as taken,
         (count(*) filter (where kind = 'written' and answered > 0 and marked_position is null))::int as waiting,
         (100.0 * avg(coalesce(score, case when late then 0 end)
                  / nullif(cardinality(question_ids) * case kind when 'mcq' then 1 else ${sql.lit(maxMarksPerQuestion)} end, 0)))::float8
           as percent
    from quizzes
   where quizzes.enrolment_id = enrolled.id and quizzes.finished_position is not null`;

/**
 * Finds the students of a course, in no particular order. If there are more than `maxRosterStudents`, only those who enrolled last
 * are found. Ten thousand students took about half a second on a busy machine with two cores.
 * @param studentId only this student; null: all.
 */
export const findRosterRows = async (
  tables: Kysely<ReadTables>,
  courseId: string,
  studentId: string | null = null,
): Promise<RosterRow[]> => {
  const onlyStudent = studentId === null ? sql`` : sql`and user_id = ${studentId}`;
  const { rows } = await sql<RosterRow>`
    select enrolled.user_id, enrolled.id as enrolment_id, users.name, users.email, users.image_url,
           enrolled.enrolled_at, enrolled.started_at, enrolled.completed_modules,
           sums.taken, sums.waiting, sums.percent,
           (select max(acted_at) from activity
             where activity.course_id = enrolled.course_id and activity.user_id = enrolled.user_id
               and kind <> 'bookmark') as last_activity_at,
           certificates.issued_at as certified_at
      from (select * from enrolments where course_id = ${courseId} and not has_left ${onlyStudent}
             order by enrolled_position desc limit ${maxRosterStudents}) as enrolled
      join users on users.id = enrolled.user_id
      cross join lateral (${attemptSums}) as sums
      left join certificates on certificates.id = enrolled.id and not certificates.withdrawn`.execute(tables);
  return rows;
};

/** Counts all students of a course, including those beyond the limit of {@link findRosterRows}. */
export const countRoster = async (tables: Kysely<ReadTables>, courseId: string): Promise<number> => {
  const { students } = await tables
    .selectFrom('enrolments')
    .where('course_id', '=', courseId)
    .where('has_left', '=', false)
    .select(sql<number>`count(*)::int`.as('students'))
    .executeTakeFirstOrThrow();
  return students;
};

/** Returns the times at which a student completed modules of a course, in order. */
export const findModuleTimes = async (
  tables: Kysely<ReadTables>,
  courseId: string,
  userId: string,
): Promise<Date[]> => {
  const rows = await tables
    .selectFrom('activity')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'module')
    .orderBy('position')
    .limit(modulesPerCourse)
    .select('acted_at')
    .execute();
  return rows.map(({ acted_at }) => acted_at);
};

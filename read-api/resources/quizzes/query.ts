import { type Kysely, sql } from 'kysely';
import { maxRosterAttempts } from '#contract/schemas/roster.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { QuizRow } from './present.ts';

/** Selects attempts with the current data of the course, or the last data of a removed course. */
const selectQuizzes = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('quizzes')
    .innerJoin('courses', 'courses.id', 'quizzes.course_id')
    .innerJoin('users', 'users.id', 'quizzes.user_id')
    .select([
      'quizzes.id',
      'quizzes.user_id',
      'quizzes.course_id',
      'quizzes.enrolment_id',
      'quizzes.code',
      'quizzes.kind',
      'quizzes.question_ids',
      'quizzes.deadline',
      'quizzes.started_position',
      'quizzes.finished_position',
      'quizzes.late',
      'quizzes.answers',
      'quizzes.answered',
      'quizzes.score',
      'quizzes.marks',
      'quizzes.remark',
      'quizzes.marked_position',
      'courses.name as course_name',
      'courses.instructor_id',
      'users.name as user_name',
    ]);

/** `after` is the sort position of the last row of the previous page; null for the first page. */
export type QuizPage = { after: number | null; limit: number };

/** Finds the attempts of users, newest first. */
export const findQuizzesOfUsers = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let own = selectQuizzes(tables).where('quizzes.user_id', '=', sql<string>`any(${userIds}::uuid[])`);
  if (after !== null) own = own.where('quizzes.started_position', '<', after);
  return own.orderBy('quizzes.started_position', 'desc').limit(limit).execute();
};

/** Finds the latest attempts in an enrolment, newest first. */
export const findAttemptsOfEnrolment = (
  tables: Kysely<ReadTables>,
  enrolmentId: string,
): Promise<QuizRow[]> =>
  selectQuizzes(tables)
    .where('quizzes.enrolment_id', '=', enrolmentId)
    .orderBy('quizzes.started_position', 'desc')
    .limit(maxRosterAttempts)
    .execute();

export const findQuizById = (tables: Kysely<ReadTables>, id: string): Promise<QuizRow | undefined> =>
  selectQuizzes(tables).where('quizzes.id', '=', id).executeTakeFirst();

/** Finds the attempts with these ids, in no particular order. */
export const findQuizzesByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<QuizRow[]> =>
  selectQuizzes(tables).where('quizzes.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/** A user who marks attempts of others: an Instructor in their own courses, or an Admin in all courses. */
export type Marker = { userId: string; isLimitedToOwnCourses: boolean };

/** Selects the attempts with written answers that the marker may mark, marked or not. Nobody marks their own attempts. */
const selectMarkable = (tables: Kysely<ReadTables>, { userId, isLimitedToOwnCourses }: Marker) => {
  const ofOthers = selectQuizzes(tables)
    .where('quizzes.kind', '=', 'written')
    .where('quizzes.answered', '>', 0)
    .where('quizzes.user_id', '<>', userId);
  return isLimitedToOwnCourses ? ofOthers.where('courses.instructor_id', '=', userId) : ofOthers;
};

/** Finds attempts that wait for marking, in the order in which they were submitted. */
export const findUnmarked = (
  tables: Kysely<ReadTables>,
  marker: Marker,
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let waiting = selectMarkable(tables, marker).where('quizzes.marked_position', 'is', null);
  if (after !== null) waiting = waiting.where('quizzes.finished_position', '>', after);
  return waiting.orderBy('quizzes.finished_position').limit(limit).execute();
};

/** Finds marked attempts, the most recently marked first. */
export const findMarked = (
  tables: Kysely<ReadTables>,
  marker: Marker,
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let marked = selectMarkable(tables, marker).where('quizzes.marked_position', 'is not', null);
  if (after !== null) marked = marked.where('quizzes.marked_position', '<', after);
  return marked.orderBy('quizzes.marked_position', 'desc').limit(limit).execute();
};

/** The largest number that {@link countUnmarked} returns. */
const maxCount = 1_000;

/** Counts the attempts that wait for marking. */
export const countUnmarked = async (tables: Kysely<ReadTables>, marker: Marker): Promise<number> => {
  const waiting = selectMarkable(tables, marker)
    .where('quizzes.marked_position', 'is', null)
    .limit(maxCount)
    .as('waiting');
  const { count } = await tables
    .selectFrom(waiting)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { QuizRow } from './present.ts';

/** Attempts with the course as it is now, or as it was when it left the catalogue. */
const quizzes = (tables: Kysely<ReadTables>) =>
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

/** Where a page begins (after this place of its list) and how many rows it has at most. */
export type QuizPage = { after: number | null; limit: number };

/** A page of these persons' attempts, the newest first. */
export const quizzesOf = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let own = quizzes(tables).where('quizzes.user_id', '=', sql<string>`any(${userIds}::uuid[])`);
  if (after !== null) own = own.where('quizzes.started_position', '<', after);
  return own.orderBy('quizzes.started_position', 'desc').limit(limit).execute();
};

/** One attempt; undefined when there is none (any more). */
export const quizById = (tables: Kysely<ReadTables>, id: string): Promise<QuizRow | undefined> =>
  quizzes(tables).where('quizzes.id', '=', id).executeTakeFirst();

/** Those of the attempts that have one of the ids, in no order. */
export const quizzesByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<QuizRow[]> =>
  quizzes(tables).where('quizzes.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/** Who marks: an instructor in their own courses, or (null) an admin in all; nobody what is their own. */
export type Marker = { userId: string; teaches: string | null };

const submittedFor = (tables: Kysely<ReadTables>, { userId, teaches }: Marker) => {
  const submitted = quizzes(tables)
    .where('quizzes.kind', '=', 'written')
    .where('quizzes.answered', '>', 0)
    .where('quizzes.user_id', '<>', userId);
  return teaches === null ? submitted : submitted.where('courses.instructor_id', '=', teaches);
};

/** A page of what waits for marks: what was handed in first comes first. */
export const waitingForMarks = (
  tables: Kysely<ReadTables>,
  marker: Marker,
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let waiting = submittedFor(tables, marker).where('quizzes.marked_position', 'is', null);
  if (after !== null) waiting = waiting.where('quizzes.finished_position', '>', after);
  return waiting.orderBy('quizzes.finished_position').limit(limit).execute();
};

/** A page of what was marked: what was marked last comes first. */
export const markedBefore = (
  tables: Kysely<ReadTables>,
  marker: Marker,
  { after, limit }: QuizPage,
): Promise<QuizRow[]> => {
  let marked = submittedFor(tables, marker).where('quizzes.marked_position', 'is not', null);
  if (after !== null) marked = marked.where('quizzes.marked_position', '<', after);
  return marked.orderBy('quizzes.marked_position', 'desc').limit(limit).execute();
};

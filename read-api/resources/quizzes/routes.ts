import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import { may } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Reader } from '../../authorization/admit.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { isMarkable, presentQuiz, presentSubmitted, type QuizRow } from './present.ts';
import { type Marker, markedBefore, type QuizPage, quizById, quizzesOf, waitingForMarks } from './query.ts';

const models = ['quizzes', 'courses', 'users'] as const;

/** A page of rows, and the header that leads to the next one where there is one. */
const pageOf = async (
  asked: { cursor?: string | undefined; limit: number },
  find: (page: QuizPage) => Promise<QuizRow[]>,
  place: (row: QuizRow) => number | null,
) => {
  const after = asked.cursor === undefined ? null : Number(asked.cursor);
  const found = await find({ after, limit: asked.limit + 1 });
  const rows = found.slice(0, asked.limit);
  const last = rows.at(-1);
  const more: Record<string, string> =
    found.length > asked.limit && last ? { [headers.nextCursor]: `${place(last)}` } : {};
  return { rows, headers: more };
};

/** GET /quizzes?email= */
export const listQuizzes = (tables: Kysely<ReadTables>, clock: () => Date) =>
  queryOf(calls.listQuizzes, {
    models,
    whose: ({ query }) => query.email,
    answer: async (asked) => {
      const owners = await ownersAsked(tables, asked);
      const page = await pageOf(
        asked.query,
        (wanted) => quizzesOf(tables, owners, wanted),
        (row) => row.started_position,
      );
      const now = clock();
      return { body: page.rows.map((row) => presentQuiz(row, now)), headers: page.headers };
    },
  });

const markerOf = (reader: Reader | null): Marker => {
  const userId = reader?.userId ?? '';
  return { userId, teaches: reader?.userType === 'Admin' ? null : userId };
};

/** GET /quizzes/marking */
export const listQuizzesToMark = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listQuizzesToMark, {
    models,
    answer: async ({ reader, query }) => {
      const marker = markerOf(reader);
      const page = await (query.state === 'waiting'
        ? pageOf(
            query,
            (wanted) => waitingForMarks(tables, marker, wanted),
            (row) => row.finished_position,
          )
        : pageOf(
            query,
            (wanted) => markedBefore(tables, marker, wanted),
            (row) => row.marked_position,
          ));
      return { body: page.rows.map(presentSubmitted), headers: page.headers };
    },
  });

/** One's own; as an Admin anybody's; as an instructor what may be marked in one's own courses. */
const mayRead = (reader: Reader | null, row: QuizRow): boolean => {
  if (reader === null) return false;
  if (row.user_id === reader.userId || may(reader.userType, 'user.readOther')) return true;
  return may(reader.userType, 'quiz.mark') && row.instructor_id === reader.userId && isMarkable(row);
};

/** GET /quizzes/{id} */
export const readQuiz = (tables: Kysely<ReadTables>, clock: () => Date) =>
  queryOf(calls.readQuiz, {
    models,
    subject: async ({ params }) => (await quizById(tables, params.id))?.user_id,
    answer: async ({ reader, params }) => {
      const row = await quizById(tables, params.id);
      if (!row) throw problemError('not-found', 'There is no such quiz (any more).');
      if (!mayRead(reader, row)) throw problemError('forbidden', 'This quiz is somebody else’s.');
      const now = clock();
      return { body: { ...presentQuiz(row, now), serverNow: now.toISOString() } };
    },
  });

import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Reader } from '../../authorization/authorize.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { cutPage } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import {
  isMarkable,
  presentQuiz,
  presentSubmitted,
  presentWithoutQuestions,
  type QuizRow,
} from './present.ts';
import {
  findMarked,
  findQuizById,
  findQuizzesOfUsers,
  findUnmarked,
  type Marker,
  type QuizPage,
} from './query.ts';

const models = ['quizzes', 'courses', 'users'] as const;

/** Finds a page of attempts. @param positionOf returns the position by which the list is sorted. */
const findPage = async (
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  find: (page: QuizPage) => Promise<QuizRow[]>,
  positionOf: (row: QuizRow) => number | null,
) => {
  const found = await find({ after: cursor === undefined ? null : Number(cursor), limit: limit + 1 });
  return cutPage(found, limit, (last) => String(positionOf(last)));
};

/** GET /quizzes?email= */
export const listQuizzes = (tables: Kysely<ReadTables>, clock: () => Date) =>
  defineQuery(endpoints.listQuizzes, {
    models,
    ownerEmail: ({ query }) => query.email,
    answer: async (request) => {
      const ownerIds = await findOwnerIds(tables, request);
      const { rows, headers } = await findPage(
        request.query,
        (page) => findQuizzesOfUsers(tables, ownerIds, page),
        (row) => row.started_position,
      );
      const now = clock();
      return { body: rows.map((row) => presentQuiz(row, now)), headers };
    },
  });

/** Returns the reader as a marker. */
export const toMarker = (reader: Reader | null): Marker => ({
  userId: reader?.userId ?? '',
  isLimitedToOwnCourses: reader?.userType !== 'Admin',
});

/** GET /quizzes/marking */
export const listQuizzesToMark = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listQuizzesToMark, {
    models,
    answer: async ({ reader, query }) => {
      const marker = toMarker(reader);
      const { rows, headers } = await (query.state === 'waiting'
        ? findPage(
            query,
            (page) => findUnmarked(tables, marker, page),
            (row) => row.finished_position,
          )
        : findPage(
            query,
            (page) => findMarked(tables, marker, page),
            (row) => row.marked_position,
          ));
      const present = query.withoutQuestions === undefined ? presentSubmitted : presentWithoutQuestions;
      return { body: rows.map(present), headers };
    },
  });

/**
 * Returns whether the reader may read an attempt: users read their own, Admins read all, and Instructors also read the
 * attempts with written answers in their courses.
 */
const canRead = (reader: Reader | null, row: QuizRow): boolean => {
  if (reader === null) return false;
  if (row.user_id === reader.userId || isPermitted(reader.userType, 'user.readOther')) return true;
  return isPermitted(reader.userType, 'quiz.mark') && row.instructor_id === reader.userId && isMarkable(row);
};

/** GET /quizzes/{id} */
export const readQuiz = (tables: Kysely<ReadTables>, clock: () => Date) =>
  defineQuery(endpoints.readQuiz, {
    models,
    subjectId: async ({ params }) => (await findQuizById(tables, params.id))?.user_id,
    answer: async ({ reader, params }) => {
      const row = await findQuizById(tables, params.id);
      // Ids of attempts can be computed, so the answer must not reveal whether an attempt of somebody else exists.
      if (!row || !canRead(reader, row))
        throw problemError('not-found', 'There is no such quiz, or you may not read it.');
      const now = clock();
      const readerKind = row.user_id === reader?.userId ? 'student' : 'marker';
      const name = readerKind === 'marker' ? { userName: row.user_name } : {};
      return { body: { ...presentQuiz(row, now, readerKind), ...name, serverNow: now.toISOString() } };
    },
  });

import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { foldText } from '#contract/fold-text.ts';
import { maxCoursesPerPage } from '#contract/schemas/courses.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { type PastLog, readCourseAsOf } from './course-as-of.ts';
import { presentCourse, presentVersionedCourse } from './present.ts';
import { courseCursor, findCourseById, hasMoreCourses, readFoundCourses, searchCourses } from './query.ts';

const models = ['courses'] as const;

/** A cursor contains a digest of the search text, because the text itself may be too long for a cursor. */
const digestText = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * Yields the JSON of the found courses in parts. The opening bracket is part of the first page, so that an error before it can
 * still be answered with a problem.
 */
const readAsJson = async function* (
  tables: Kysely<ReadTables>,
  foldedText: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of readFoundCourses(tables, foldedText, { pageSize: maxCoursesPerPage, signal })) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(presentCourse(row))).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
};

/** GET /courses. Without `limit` and `cursor` the answer contains all found courses, so a large catalogue is streamed. */
export const listCourses = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listCourses, {
    models,
    longAnswer: async ({ query }) => {
      const text = foldText(query.searchParams);
      const isLimited = query.limit !== undefined || query.cursor !== undefined;
      if (isLimited || text.includes('\0') || !(await hasMoreCourses(tables, text, maxCoursesPerPage)))
        return null;
      return (abandoned) => readAsJson(tables, text, abandoned);
    },
    answer: async ({ query }) => {
      const { searchParams, cursor } = query;
      // Anybody can make up cursors, and the answer to a new cursor is not cached. So a page after a cursor
      // always has a limit.
      const limit = query.limit ?? (cursor === undefined ? undefined : maxCoursesPerPage);
      const text = foldText(searchParams);
      // PostgreSQL rejects text with a NUL character.
      if (text.includes('\0')) return { body: [] };
      const listId = [digestText(text)];
      const after = cursor === undefined ? null : decodeCursor(cursor, listId, courseCursor);
      if (limit === undefined)
        return { body: (await searchCourses(tables, text, { after, limit: null })).map(presentCourse) };
      const found = await searchCourses(tables, text, { after, limit: limit + 1 });
      const { rows, headers } = cutPage(found, limit, (last) =>
        encodeCursor(listId, [last.score, last.added]),
      );
      return { body: rows.map(presentCourse), headers };
    },
  });

/** GET /courses/{id} and GET /courses/{id}?asOf= */
export const readCourse = (tables: Kysely<ReadTables>, log: PastLog) =>
  defineQuery(endpoints.readCourse, {
    models,
    // A past version names the user who made it.
    subjectId: async ({ query }) => (query.asOf === undefined ? undefined : null),
    // A past version shows current names and leaves removed users out of its counts, so it also depends on these models.
    extraModels: ({ query }) => (query.asOf === undefined ? [] : ['users', 'enrolments', 'reviews']),
    answer: async ({ params, query }) => {
      if (query.asOf !== undefined) return { body: await readCourseAsOf(tables, log, params.id, query.asOf) };
      const row = await findCourseById(tables, params.id);
      if (!row) throw problemError('not-found', 'There is no such course, or it was removed.');
      return { body: presentVersionedCourse(row) };
    },
  });

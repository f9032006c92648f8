import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { maxCoursesPerPage } from '#contract/schemas/courses.ts';
import { problemError } from '#platform/problems.ts';
import { foldForSearch } from '#platform/read-tables/courses.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { courseAsOf, type PastLog } from './course-as-of.ts';
import { presentCourse } from './present.ts';
import { courseById, courseCursor, searchCourses } from './query.ts';

const models = ['courses'] as const;

/** Cursors carry a digest of the search text, so that a long text cannot make them too long. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** GET /courses */
export const listCourses = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listCourses, {
    models,
    answer: async ({ query }) => {
      const { searchParams, cursor } = query;
      // Anybody can make up cursors, and each would be the start of another list that is not cached.
      const limit = query.limit ?? (cursor === undefined ? undefined : maxCoursesPerPage);
      const text = foldForSearch(searchParams);
      // PostgreSQL rejects text with a NUL character.
      if (text.includes('\0')) return { body: [] };
      const list = [digest(text)];
      const after = cursor === undefined ? null : decodeCursor(cursor, list, courseCursor);
      if (limit === undefined)
        return { body: (await searchCourses(tables, text, { after, limit: null })).map(presentCourse) };
      const found = await searchCourses(tables, text, { after, limit: limit + 1 });
      const { rows, headers } = cutPage(found, limit, (last) => encodeCursor(list, [last.score, last.added]));
      return { body: rows.map(presentCourse), headers };
    },
  });

/** GET /courses/{id} and GET /courses/{id}?asOf= */
export const readCourse = (tables: Kysely<ReadTables>, log: PastLog) =>
  defineQuery(endpoints.readCourse, {
    models,
    // A past version names the user who made it.
    subjectId: async ({ query }) => (query.asOf === undefined ? undefined : null),
    // A past version shows current names and leaves removed users out of its counts, so it also changes with these.
    extraModels: ({ query }) => (query.asOf === undefined ? [] : ['users', 'enrolments', 'reviews']),
    answer: async ({ params, query }) => {
      if (query.asOf !== undefined) return { body: await courseAsOf(tables, log, params.id, query.asOf) };
      const row = await courseById(tables, params.id);
      if (!row) throw problemError('not-found', 'There is no such course, or it was removed.');
      return { body: presentCourse(row) };
    },
  });

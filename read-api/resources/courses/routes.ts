import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import type { LogReader } from '#events/log/log.ts';
import { problemError } from '#platform/problems.ts';
import { foldForSearch } from '#platform/read-tables/courses.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { gather } from '../audit/gather.ts';
import { sentence } from '../audit/words.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { asOf, positionAsOf, presentPast, readVersions } from './past.ts';
import { presentCourse } from './present.ts';
import { courseById, findCourses } from './query.ts';
import { faredAt } from './then.ts';

const models = ['courses'] as const;

/** GET /courses */
export const listCourses = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listCourses, {
    models,
    answer: async ({ query }) => {
      const text = foldForSearch(query.searchParams);
      // No name contains NUL, and PostgreSQL takes no text that does.
      if (text.includes('\0')) return { body: [] };
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, text);
      const { limit } = query;
      if (limit === undefined)
        return { body: (await findCourses(tables, text, { after, limit: null })).map(presentCourse) };
      const found = await findCourses(tables, text, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      if (found.length <= limit || !last) return { body: page.map(presentCourse) };
      const next = encodeCursor({ likeness: last.likeness, added: last.added }, text);
      return { body: page.map(presentCourse), headers: { [headers.nextCursor]: next } };
    },
  });

type Past = Pick<LogReader, 'head' | 'readAt' | 'readStreams' | 'positionBefore'>;

/** A course as it was, from its own events and those of its students; the read tables know today alone. */
const courseAsOf = async (tables: Kysely<ReadTables>, log: Past, id: string, moment: string) => {
  const [versions, head, asked] = await Promise.all([
    readVersions(log, id),
    log.head(),
    positionAsOf(log, moment),
  ]);
  // The log may be one that ends in the past; its table goes on.
  const position = Math.min(asked, head);
  const found = asOf(versions, position);
  if (!found) throw problemError('not-found', 'There was no such course at that moment.');
  const { event } = found.version;
  const [around, fared, [last = event]] = await Promise.all([
    gather(tables, log, [event]),
    faredAt(tables, id, position),
    log.readAt([position]),
  ]);
  const then = { ...fared, countedAt: last.recordedAt.toISOString() };
  return presentPast(id, versions, found, sentence(event, around), then);
};

/** GET /courses/{id}, and with ?asOf= */
export const readCourse = (tables: Kysely<ReadTables>, log: Past) =>
  queryOf(calls.readCourse, {
    models,
    // Of its past is told who changed it.
    subject: async ({ query }) => (query.asOf === undefined ? undefined : null),
    // What happened is told with the names of today: of who is removed it is to be told anew, without theirs. And they are
    // counted no more among those who were enrolled or reviewed.
    moreModels: ({ query }) => (query.asOf === undefined ? [] : ['users', 'enrolments', 'reviews']),
    answer: async ({ params, query }) => {
      if (query.asOf !== undefined) return { body: await courseAsOf(tables, log, params.id, query.asOf) };
      const row = await courseById(tables, params.id);
      if (!row) throw problemError('not-found', 'There is no such course (any more).');
      return { body: presentCourse(row) };
    },
  });

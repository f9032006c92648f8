import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentCourseRatings, presentRatedCourse, presentSummary } from './present.ts';
import { highestRated, mostReviewed, totalsOfAll, totalsOfCourse } from './query.ts';

const models = ['reviews', 'courses'] as const;

/** GET /ratings */
export const readRatings = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readRatings, {
    models,
    answer: async () => {
      const [totals, courses] = await Promise.all([totalsOfAll(tables), mostReviewed(tables)]);
      return { body: { ...presentSummary(totals), courses: courses.map(presentRatedCourse) } };
    },
  });

/** GET /ratings/{id} */
export const readCourseRatings = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readCourseRatings, {
    models,
    answer: async ({ params }) => ({
      body: presentCourseRatings(params.id, await totalsOfCourse(tables, params.id)),
    }),
  });

/** GET /highRatedCourses */
export const listHighRatedCourses = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listHighRatedCourses, {
    models,
    answer: async () => ({ body: (await highestRated(tables)).map(presentRatedCourse) }),
  });

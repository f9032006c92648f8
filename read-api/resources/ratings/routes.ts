import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentCourseRatings, presentRatedCourse, presentSummary } from './present.ts';
import { findHighestRated, findMostReviewed, readCourseTotals, readSchoolTotals } from './query.ts';

const models = ['reviews', 'courses'] as const;

/** GET /ratings */
export const readRatings = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readRatings, {
    models,
    answer: async ({ query }) => {
      const [totals, courses] = await Promise.all([
        readSchoolTotals(tables),
        findMostReviewed(tables, query.limit),
      ]);
      return { body: { ...presentSummary(totals), courses: courses.map(presentRatedCourse) } };
    },
  });

/** GET /ratings/{id} */
export const readCourseRatings = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readCourseRatings, {
    models,
    answer: async ({ params }) => ({
      body: presentCourseRatings(params.id, await readCourseTotals(tables, params.id)),
    }),
  });

/** GET /highRatedCourses */
export const listHighRatedCourses = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listHighRatedCourses, {
    models,
    answer: async () => ({ body: (await findHighestRated(tables)).map(presentRatedCourse) }),
  });

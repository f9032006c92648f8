import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { meanRating } from '../ratings/present.ts';
import { findCourseFigures } from './query.ts';

/** GET /courseFigures */
export const listCourseFigures = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listCourseFigures, {
    models: ['courses', 'enrolments', 'reviews'],
    answer: async ({ query }) => ({
      body: (await findCourseFigures(tables, query.ids)).map(({ id, students, reviews, total }) => ({
        ...{ _id: id, students, reviews },
        rating: total === null ? null : meanRating({ reviews, total }),
      })),
    }),
  });

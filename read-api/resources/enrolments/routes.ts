import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentEnrolment, presentProgress } from './present.ts';
import { findEnrolment, findEnrolmentsOfUsers } from './query.ts';

const models = ['enrolments', 'courses', 'users'] as const;

/** GET /enrolledCourses?email= */
export const listEnrolledCourses = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listEnrolledCourses, {
    models,
    ownerEmail: ({ query }) => query.email,
    answer: async (request) => ({
      body: (await findEnrolmentsOfUsers(tables, await findOwnerIds(tables, request))).map(presentEnrolment),
    }),
  });

/** GET /progress?userEmail=&courseId= */
export const readProgress = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readProgress, {
    models,
    ownerEmail: ({ query }) => query.userEmail,
    answer: async (request) => {
      const { courseId } = request.query;
      const row = await findEnrolment(tables, await findOwnerIds(tables, request), courseId);
      return { body: row ? presentProgress(row, courseId) : null };
    },
  });

/** GET /progress/{email} */
export const listProgress = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listProgress, {
    models,
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => ({
      body: (await findEnrolmentsOfUsers(tables, await findOwnerIds(tables, request))).flatMap(
        (row) => presentProgress(row) ?? [],
      ),
    }),
  });

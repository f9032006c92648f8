import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentEnrolment, presentProgress } from './present.ts';
import { enrolmentIn, enrolmentsOf } from './query.ts';

const models = ['enrolments', 'courses', 'users'] as const;

/** GET /enrolledCourses?email= */
export const listEnrolledCourses = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listEnrolledCourses, {
    models,
    whose: ({ query }) => query.email,
    answer: async (asked) => ({
      body: (await enrolmentsOf(tables, await ownersAsked(tables, asked))).map(presentEnrolment),
    }),
  });

/** GET /progress?userEmail=&courseId= */
export const readProgress = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readProgress, {
    models,
    whose: ({ query }) => query.userEmail,
    answer: async (asked) => {
      const { courseId } = asked.query;
      const row = await enrolmentIn(tables, await ownersAsked(tables, asked), courseId);
      return { body: row ? presentProgress(row, courseId) : null };
    },
  });

/** GET /progress/{email} */
export const listProgress = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listProgress, {
    models,
    whose: ({ params }) => params.email,
    answer: async (asked) => ({
      body: (await enrolmentsOf(tables, await ownersAsked(tables, asked))).flatMap(
        (row) => presentProgress(row) ?? [],
      ),
    }),
  });

import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { countActs } from './count.ts';
import { quartersOf } from './query.ts';

/** GET /activity/{email}?timeZone= */
export const readActivity = (tables: Kysely<ReadTables>) =>
  queryOf(calls.readActivity, {
    models: ['activity', 'users'],
    whose: ({ params }) => params.email,
    answer: async (asked) => ({
      body: countActs(await quartersOf(tables, await ownersAsked(tables, asked)), asked.query.timeZone),
    }),
  });

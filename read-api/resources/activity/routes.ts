import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { countByQuarterHour } from './query.ts';
import { summarizeActivity } from './summarize-activity.ts';

/** GET /activity/{email}?timeZone= */
export const readActivity = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.readActivity, {
    models: ['activity', 'users'],
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => ({
      body: summarizeActivity(
        await countByQuarterHour(tables, await findOwnerIds(tables, request)),
        request.query.timeZone,
      ),
    }),
  });

import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { findPlaybackOfUsers } from './query.ts';

/** GET /playback?email= */
export const listPlayback = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  defineQuery(endpoints.listPlayback, {
    models: ['users'],
    ownerEmail: ({ query }) => query.email,
    answer: async (request) => ({
      body: await findPlaybackOfUsers(state, await findOwnerIds(tables, request)),
    }),
  });

import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentNote } from './present.ts';
import { findNotesOfUsers } from './query.ts';

/** GET /notes/{email} */
export const listNotes = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listNotes, {
    models: ['notes', 'courses', 'users'],
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => ({
      body: (await findNotesOfUsers(tables, await findOwnerIds(tables, request))).map(presentNote),
    }),
  });

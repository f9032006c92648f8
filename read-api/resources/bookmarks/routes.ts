import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { findOwnerIds } from '../../authorization/owner-ids.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentBookmark } from './present.ts';
import { findBookmarksOfUsers } from './query.ts';

/** GET /bookmarks/{email} */
export const listBookmarks = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listBookmarks, {
    models: ['bookmarks', 'courses', 'users'],
    ownerEmail: ({ params }) => params.email,
    answer: async (request) => ({
      body: (await findBookmarksOfUsers(tables, await findOwnerIds(tables, request))).map(presentBookmark),
    }),
  });

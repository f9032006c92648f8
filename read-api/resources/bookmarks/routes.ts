import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentBookmark } from './present.ts';
import { bookmarksOf } from './query.ts';

/** GET /bookmarks/{email} */
export const listBookmarks = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listBookmarks, {
    models: ['bookmarks', 'courses', 'users'],
    whose: ({ params }) => params.email,
    answer: async (asked) => ({
      body: (await bookmarksOf(tables, await ownersAsked(tables, asked))).map(presentBookmark),
    }),
  });

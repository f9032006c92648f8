import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { presentNote } from './present.ts';
import { notesOf } from './query.ts';

/** GET /notes/{email} */
export const listNotes = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listNotes, {
    models: ['notes', 'courses', 'users'],
    whose: ({ params }) => params.email,
    answer: async (asked) => ({
      body: (await notesOf(tables, await ownersAsked(tables, asked))).map(presentNote),
    }),
  });

import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import { ownersAsked } from '../../authorization/whose.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { playbackOf } from './query.ts';

/** GET /playback?email= */
export const listPlayback = (tables: Kysely<ReadTables>, state: Kysely<StateTables>) =>
  queryOf(calls.listPlayback, {
    models: ['users'],
    whose: ({ query }) => query.email,
    answer: async (asked) => ({ body: await playbackOf(state, await ownersAsked(tables, asked)) }),
  });

import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import { countLearners } from '../live/presence/shared.ts';
import { queryOf } from '../query-handler/answer.ts';

/** GET /presence?course= */
export const readPresence = (state: Kysely<StateTables>) =>
  queryOf(calls.readPresence, {
    models: [],
    answer: async ({ query }) => {
      const counts = await countLearners(state, [query.course]);
      return { body: { courseId: query.course, learning: counts.get(query.course) ?? 0 } };
    },
  });

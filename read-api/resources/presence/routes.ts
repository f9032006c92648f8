import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { countLearners } from './query.ts';

/** GET /presence?course= */
export const readPresence = (state: Kysely<StateTables>) =>
  defineQuery(endpoints.readPresence, {
    models: [],
    answer: async ({ query }) => {
      const counts = await countLearners(state, [query.course]);
      return { body: { courseId: query.course, learning: counts.get(query.course) ?? 0 } };
    },
  });

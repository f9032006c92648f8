import { calls } from '#contract/calls.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { queryOf } from '../../query-handler/answer.ts';

/** GET /dashboard: it waits for no model, since it says how far they are behind. */
export const readDashboard = (dashboard: () => Promise<Dashboard>) =>
  queryOf(calls.readDashboard, {
    models: [],
    answer: async () => ({ body: await dashboard() }),
  });

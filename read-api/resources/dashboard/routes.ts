import { endpoints } from '#contract/endpoints.ts';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';

/** GET /dashboard. It does not wait for read models, because it shows how far they are behind. */
export const readDashboard = (loadDashboard: () => Promise<Dashboard>) =>
  defineQuery(endpoints.readDashboard, {
    models: [],
    answer: async () => ({ body: await loadDashboard() }),
  });

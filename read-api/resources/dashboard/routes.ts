import { endpoints } from '#contract/endpoints.ts';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';

/**
 * GET /dashboard. It waits only for the read model `users`, which has the reader's role. It does not wait for the others, because it
 * shows how far they are behind.
 */
export const readDashboard = (loadDashboard: () => Promise<Dashboard>) =>
  defineQuery(endpoints.readDashboard, {
    models: [],
    answer: async () => ({ body: await loadDashboard() }),
  });

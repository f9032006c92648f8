import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const dashboardKey = ['dashboard'] as const;

export const pickLatestDashboard = (a: Dashboard, b: Dashboard | undefined): Dashboard =>
  b !== undefined && b.at > a.at ? b : a;

export const registerDashboardLiveHandlers = (live: LiveEvents): void => {
  live.dashboard.on((message) => {
    // A newer server may send data with another schema. The page then keeps its last data.
    const { data } = dashboard.safeParse(message);
    if (data)
      queryClient.setQueryData<Dashboard>(dashboardKey, (cached) => pickLatestDashboard(data, cached));
  });
};

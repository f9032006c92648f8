import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const dashboardKey = ['dashboard'] as const;

const getCached = () => queryClient.getQueryData<Dashboard>(dashboardKey);

/**
 * Fetches the dashboard. If the server sends one over the live connection in the meantime, that one is returned, because it is newer.
 * The times in the two cannot be compared: they may come from the clocks of two servers.
 */
export const fetchUnlessReceived = async (fetch: () => Promise<Dashboard>): Promise<Dashboard> => {
  const before = getCached();
  const fetched = await fetch();
  const cached = getCached();
  return cached === undefined || cached === before ? fetched : cached;
};

export const registerDashboardLiveHandlers = (live: Pick<LiveEvents, 'dashboard'>): void => {
  live.dashboard.on((message) => {
    // A newer server may send data with a different schema. The page then keeps its last data.
    const { data } = dashboard.safeParse(message);
    if (data) queryClient.setQueryData<Dashboard>(dashboardKey, data);
  });
};

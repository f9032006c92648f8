import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import { get } from '../../client/api/get.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { queryClient } from '../../client/query-client.ts';
import { dashboardKey, latestDashboard } from './dashboard-live.ts';

const dashboardQuery = queryOptions({
  queryKey: dashboardKey,
  queryFn: async ({ signal }): Promise<Dashboard> => {
    const response = await get('/dashboard', dashboard, { signal });
    return latestDashboard(response, queryClient.getQueryData<Dashboard>(dashboardKey));
  },
});

/** The dashboard, with live updates for as long as the page is shown. */
export const useDashboard = () => {
  useEffect(() => reportShownView({ at: 'dashboard' }), []);
  return useQuery(dashboardQuery);
};

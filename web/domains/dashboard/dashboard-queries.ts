import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Dashboard, dashboard } from '#contract/schemas/dashboard.ts';
import { get } from '../../client/api/get.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { queryClient } from '../../client/query-client.ts';
import { dashboardKey, pickLatestDashboard } from './dashboard-live.ts';

export const useDashboard = () => {
  useEffect(() => reportShownView({ at: 'dashboard' }), []);
  return useQuery({
    queryKey: dashboardKey,
    queryFn: async ({ signal }) => {
      const response = await get('/dashboard', dashboard, { signal });
      return pickLatestDashboard(response, queryClient.getQueryData<Dashboard>(dashboardKey));
    },
  });
};

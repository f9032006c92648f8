import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dashboard } from '#contract/schemas/dashboard.ts';
import { get } from '../../client/api/get.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { dashboardKey, fetchUnlessReceived } from './dashboard-live.ts';

export const useDashboard = () => {
  useEffect(() => reportShownView({ at: 'dashboard' }), []);
  return useQuery({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => fetchUnlessReceived(() => get('/dashboard', dashboard, { signal })),
  });
};

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Dashboard, dashboard } from '#contract/dashboard.ts';
import { get } from '../../client/api/get.ts';
import { attend, listenDashboard } from '../../client/live/presence.ts';
import { queryClient } from '../../client/query-client.ts';

const queryKey = ['dashboard'] as const;

const later = (one: Dashboard, other: Dashboard | undefined): Dashboard =>
  other !== undefined && other.at > one.at ? other : one;

listenDashboard((told) => {
  const parsed = dashboard.safeParse(told);
  // A shape that this build does not know: a newer server. The page stays as it is.
  if (parsed.success) queryClient.setQueryData<Dashboard>(queryKey, (known) => later(parsed.data, known));
});

const dashboardQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }): Promise<Dashboard> => {
    const answer = await get('/dashboard', dashboard, { signal });
    return later(answer, queryClient.getQueryData<Dashboard>(queryKey));
  },
});

/** What happens in the school at this moment; it follows as long as the page is shown. */
export const useDashboard = () => {
  useEffect(() => attend({ at: 'dashboard' }), []);
  return useQuery(dashboardQuery);
};

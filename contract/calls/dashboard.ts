import { dashboard } from '../dashboard.ts';
import { bare, type Call } from './call.ts';

/** What an Admin watches while it happens. */
export const dashboardCalls = {
  readDashboard: {
    ...bare,
    discloses: 'dashboard',
    method: 'GET',
    path: '/dashboard',
    group: 'school',
    summary:
      'What happens at this moment: who is connected, commands a minute, how far read tables are behind, the newest events.',
    who: 'dashboard.read',
    timely: true,
    answer: dashboard,
  },
} as const satisfies Record<string, Call>;

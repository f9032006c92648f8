import { dashboard } from '../schemas/dashboard.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** The live dashboard of Admins. */
export const dashboardEndpoints = {
  readDashboard: {
    ...endpointDefaults,
    disclosure: 'dashboard',
    method: 'GET',
    path: '/dashboard',
    group: 'school',
    summary:
      'The current state of the school: connected users, commands per minute, lag of the read models, newest events.',
    access: 'dashboard.read',
    changesWithTime: true,
    answer: dashboard,
  },
} as const satisfies Record<string, Endpoint>;

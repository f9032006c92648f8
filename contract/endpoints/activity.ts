import { activity, activityQuery } from '../schemas/activity.ts';
import { type Endpoint, emailInPath, endpointDefaults } from './endpoint.ts';

/** A student's learning activity. */
export const activityEndpoints = {
  readActivity: {
    ...endpointDefaults,
    disclosure: 'activity',
    method: 'GET',
    path: '/activity/{email}',
    group: 'learning',
    summary: 'A student’s learning activity, by day (in a time zone) and by course.',
    access: 'self',
    params: emailInPath,
    query: activityQuery,
    answer: activity,
  },
} as const satisfies Record<string, Endpoint>;

import { activity, activityQuery } from '../activity.ts';
import { bare, type Call, emailInPath } from './call.ts';

/** What a student has done for their learning. */
export const activityCalls = {
  readActivity: {
    ...bare,
    discloses: 'activity',
    method: 'GET',
    path: '/activity/{email}',
    group: 'learning',
    summary: 'What a student has done for their learning, by the day of a time zone and by course.',
    who: 'self',
    params: emailInPath,
    query: activityQuery,
    answer: activity,
  },
} as const satisfies Record<string, Call>;

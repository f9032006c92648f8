import { coursePresence, presenceQuery } from '../schemas/presence.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** The endpoint that returns how many users are studying a course now. */
export const presenceEndpoints = {
  readPresence: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'GET',
    path: '/presence',
    group: 'learning',
    summary: 'How many users are studying a course now, without names.',
    access: 'registered',
    query: presenceQuery,
    answer: coursePresence,
  },
} as const satisfies Record<string, Endpoint>;

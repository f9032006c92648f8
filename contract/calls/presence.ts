import { coursePresence, presenceQuery } from '../presence.ts';
import { bare, type Call } from './call.ts';

/** How many learn at this moment. */
export const presenceCalls = {
  readPresence: {
    ...bare,
    state: true,
    method: 'GET',
    path: '/presence',
    group: 'learning',
    summary: 'How many people learn a course at this moment; never who.',
    who: 'registered',
    query: presenceQuery,
    answer: coursePresence,
  },
} as const satisfies Record<string, Call>;

import { updateAnswer } from '../schemas/command-results.ts';
import { newPlayback, playbackList } from '../schemas/playback.ts';
import { type Endpoint, emailInQuery, endpointDefaults } from './endpoint.ts';

/** A student's playback positions. */
export const playbackEndpoints = {
  keepPlayback: {
    ...endpointDefaults,
    isStateOnly: true,
    method: 'PUT',
    path: '/playback',
    group: 'learning',
    summary: 'Stores the playback position in a started course, at most six times per minute.',
    access: 'course.learn',
    body: newPlayback,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  listPlayback: {
    ...endpointDefaults,
    disclosure: 'playback',
    isStateOnly: true,
    method: 'GET',
    path: '/playback',
    group: 'learning',
    summary: 'A student’s playback positions, the most recent first.',
    access: 'self',
    query: emailInQuery,
    answer: playbackList,
  },
} as const satisfies Record<string, Endpoint>;

import { updateAnswer } from '../answers.ts';
import { newPlayback, playbackList } from '../playback.ts';
import { bare, type Call, emailInQuery } from './call.ts';

/** Where a student stands in the videos. */
export const playbackCalls = {
  keepPlayback: {
    ...bare,
    state: true,
    method: 'PUT',
    path: '/playback',
    group: 'learning',
    summary:
      'Keeps the place in the videos of a course that one has started, for the way back; six a minute at most.',
    who: 'course.learn',
    body: newPlayback,
    answer: updateAnswer,
    problems: ['conflict'],
  },
  listPlayback: {
    ...bare,
    discloses: 'playback',
    state: true,
    method: 'GET',
    path: '/playback',
    group: 'learning',
    summary: 'Where a student stands in the videos of their courses, the last place first.',
    who: 'self',
    query: emailInQuery,
    answer: playbackList,
  },
} as const satisfies Record<string, Call>;

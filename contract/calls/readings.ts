import { updateAnswer } from '../answers.ts';
import { newReading } from '../readings.ts';
import { bare, type Call } from './call.ts';

/** That an Admin read of other people: what the read side itself asks of the command side. */
export const readingCalls = {
  recordReading: {
    ...bare,
    method: 'POST',
    path: '/readings',
    group: 'history',
    summary:
      'Records that an Admin is about to read what the school holds of another person (userId) or of many (null). The read side makes this call itself, as the Admin, before it answers.',
    who: 'user.readOther',
    body: newReading,
    answer: updateAnswer,
  },
} as const satisfies Record<string, Call>;

import { updateAnswer } from '../schemas/command-results.ts';
import { newReading } from '../schemas/readings.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** The endpoint with which the read-api records that an Admin reads other users' personal data. */
export const readingEndpoints = {
  recordReading: {
    ...endpointDefaults,
    method: 'POST',
    path: '/readings',
    isExemptFromBudget: true,
    group: 'history',
    summary:
      'Records that an Admin is about to read personal data of one user (userId) or of many (null). The same reading is recorded at most once per hour. The read-api sends it on behalf of the Admin before it answers. The Idempotency-Key is ignored.',
    access: 'user.readOther',
    body: newReading,
    answer: updateAnswer,
  },
} as const satisfies Record<string, Endpoint>;

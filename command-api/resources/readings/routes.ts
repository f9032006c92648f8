import { endpoints } from '#contract/endpoints.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { readingById } from '../../aggregates/reading.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { recordReading } from './decide.ts';

/**
 * Creates the handler that records readings.
 * @param clock returns the time of a reading. At most one reading is recorded per Admin, category, user and hour.
 */
export const createReadingHandlers = (clock: () => Date): readonly CommandHandler[] => [
  createCommandHandler(endpoints.recordReading, {
    // The stream tells whether the reading was recorded. The key must not decide this: an Admin can compute the key that the read-api will
    // send, and use it for a harmless reading first.
    isKeyIgnored: true,
    writes: ({ identity, body }) => ({
      reading: readingById(readingIdOf(identity.userId, body, clock())),
    }),
    reads: ({ body: { userId } }) => ({ user: userId === null ? null : userById(userId) }),
    decide: ({ actor, body }, states) => recordReading({ actor, body }, states),
  }),
];

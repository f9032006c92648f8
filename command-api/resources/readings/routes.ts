import { endpoints } from '#contract/endpoints.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { readingById } from '../../aggregates/reading.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { recordReading } from './decide.ts';

/** @param clock the time whose hour gets at most one event for each Admin, category and user. */
export const createReadingHandlers = (clock: () => Date): readonly CommandHandler[] => [
  createCommandHandler(endpoints.recordReading, {
    // Admins know the keys that the read-api sends. With such a key, an Admin could record another reading before, in place of the real one.
    isKeyIgnored: true,
    writes: ({ identity, body }) => ({
      reading: readingById(readingIdOf(identity.userId, body, clock())),
    }),
    reads: ({ body: { userId } }) => ({ user: userId === null ? null : userById(userId) }),
    decide: ({ actor, body }, states) => recordReading({ actor, body }, states),
  }),
];

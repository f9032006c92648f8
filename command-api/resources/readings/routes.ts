import { endpoints } from '#contract/endpoints.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { readingById } from '../../aggregates/reading.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { recordReading } from './decide.ts';

/** @param clock the time whose hour gets at most one event for each Admin, category and user. */
export const createReadingHandlers = (clock: () => Date): readonly CommandHandler[] => [
  createCommandHandler(endpoints.recordReading, {
    // An Admin can compute the key that the read-api will send. Under this key, the Admin could record a harmless reading first. The real one
    // would then count as its repetition, and would not be recorded.
    isKeyIgnored: true,
    writes: ({ identity, body }) => ({
      reading: readingById(readingIdOf(identity.userId, body, clock())),
    }),
    reads: ({ body: { userId } }) => ({ user: userId === null ? null : userById(userId) }),
    decide: ({ actor, body }, states) => recordReading({ actor, body }, states),
  }),
];

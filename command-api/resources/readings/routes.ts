import { endpoints } from '#contract/endpoints.ts';
import { readingIdOf } from '#platform/identity/record-ids.ts';
import { readingById } from '../../aggregates/reading.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { recordReading } from './decide.ts';

export const readingHandlers: readonly CommandHandler[] = [
  createCommandHandler(endpoints.recordReading, {
    writes: ({ identity, key }) => ({ reading: readingById(readingIdOf(identity.userId, key)) }),
    reads: ({ body: { userId } }) => ({ user: userId === null ? null : userById(userId) }),
    decide: ({ actor, body }, states) => recordReading({ actor, body }, states),
  }),
];

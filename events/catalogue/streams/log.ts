import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying } from '../identifying.ts';

/** Stream `log`: what was done with the log as a whole. */
export const logEvents = {
  LogExported: defineEvent({
    type: 'LogExported',
    summary: 'The log was written out as it is stored; recorded before its first byte left.',
    schema: z.object({
      /** Who sat at the machine, as its system calls them: `user@host`. */
      operator: identifying(z.string()),
      /** As whom they were signed in to the database. */
      databaseLogin: identifying(z.string()),
      /** The first position, and the last; null: up to this event and the end of the seal that holds it. */
      from: z.number().int().positive(),
      to: z.number().int().nonnegative().nullable(),
      /** As it is stored, not under pseudonyms. */
      raw: z.boolean(),
      /** Whether the keys of personal data went along, and under what. */
      keys: z.enum(['left-out', 'under-passphrase', 'under-key-file']),
    }),
  }),
} as const;
export type LogEvent = EventOf<(typeof logEvents)[keyof typeof logEvents]>;

export const logStream = 'log';

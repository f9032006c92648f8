import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying } from '../field-marks.ts';

/** Stream `log`: operations on the log as a whole. */
export const logEvents = {
  LogExported: defineEvent({
    type: 'LogExported',
    summary: 'The log was exported as it is stored; recorded before the first byte was written.',
    schema: z.object({
      /** The operating system user who ran the export: `user@host`. */
      operator: identifying(z.string()),
      /** The database role that ran the export. */
      databaseLogin: identifying(z.string()),
      /** The first exported position. */
      from: z.number().int().positive(),
      /** The last exported position; null: the last position of the seal that covers this event. */
      to: z.number().int().nonnegative().nullable(),
      /** Whether the events were exported as they are stored. Always true, because pseudonymous exports are not recorded. */
      raw: z.boolean(),
      /** Whether the keys of personal data were included, and how they were encrypted. */
      keys: z.enum(['left-out', 'under-passphrase', 'under-key-file']),
    }),
  }),
  LogArchived: defineEvent({
    type: 'LogArchived',
    summary:
      'The archival of old events began; recorded before the first of them was copied to the object store.',
    schema: z.object({
      /** The operating system user who ran the archival: `user@host`. */
      operator: identifying(z.string()),
      /** The database role that ran the archival. */
      databaseLogin: identifying(z.string()),
      /** The first position to be archived. */
      from: z.number().int().positive(),
      /** The last position to be archived, unless the archival was interrupted. */
      to: z.number().int().positive(),
      /** The address of the object store. */
      store: identifying(z.string()),
    }),
  }),
};
export type LogExported = EventOf<typeof logEvents.LogExported>;
export type LogEvent = EventOf<(typeof logEvents)[keyof typeof logEvents]>;

export const logStream = 'log';

import { z } from 'zod';
import { disclosure } from '#contract/schemas/readings.ts';
import { defineEvent, type EventOf } from '../define-event.ts';

/** Stream `reading-<id>`; the id is UUIDv5 of the Admin and the key of the act: each one is new. */
export const readingEvents = {
  PersonalDataRead: defineEvent({
    type: 'PersonalDataRead',
    summary: 'An admin read what the school holds of another person, or of many.',
    schema: z.object({
      what: disclosure,
      /** Whose; null: many at once, as in the list of users. */
      userId: z.uuid().nullable(),
    }),
  }),
} as const;
export type ReadingEvent = EventOf<(typeof readingEvents)[keyof typeof readingEvents]>;

export const readingStream = (id: string) => `reading-${id}`;

import { z } from 'zod';
import { disclosure } from '#contract/schemas/readings.ts';
import { defineEvent, type EventOf } from '../define-event.ts';

/** Stream `reading-<id>`; the id is a UUIDv5 of the Admin, the category, the user and the hour, so each stream has one event. */
export const readingEvents = {
  PersonalDataRead: defineEvent({
    type: 'PersonalDataRead',
    summary:
      'An Admin was about to see personal data of one or many other users; recorded once per hour, category and user.',
    schema: z.object({
      what: disclosure,
      /** The user whose data was read; null: data of many users, as in the list of users. */
      userId: z.uuid().nullable(),
    }),
  }),
};
export type ReadingEvent = EventOf<(typeof readingEvents)[keyof typeof readingEvents]>;

export const readingStream = (id: string) => `reading-${id}`;

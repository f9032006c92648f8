import { z } from 'zod';
import { announcementType } from '#contract/schemas/announcements.ts';
import { defineEvent, type EventOf } from '../define-event.ts';

/** Every event names the poster, whoever acted, and the course that it is for; null: for everybody who is signed in. */
const whose = { userId: z.uuid(), courseId: z.uuid().nullable() };

/**
 * Stream `announcement-<id>`; the id is UUIDv5 of the person and the key of the act: each one is new. The words are the
 * school's and not personal data of the poster: they stay when the poster is removed, without a name.
 */
export const announcementEvents = {
  AnnouncementPosted: defineEvent({
    type: 'AnnouncementPosted',
    summary:
      'An instructor or an admin announced something, to everybody or to those enrolled in one course.',
    schema: z.object({
      ...whose,
      /** The role in which it was posted. */
      userType: z.enum(['Admin', 'Instructor']),
      type: announcementType,
      /** The day by the poster's clock. */
      date: z.iso.date(),
      text: z.string(),
    }),
  }),
  AnnouncementWithdrawn: defineEvent({
    type: 'AnnouncementWithdrawn',
    summary: 'An announcement was withdrawn, by its poster or an admin.',
    schema: z.object({ ...whose, by: z.enum(['poster', 'admin']) }),
  }),
  AnnouncementRestored: defineEvent({
    type: 'AnnouncementRestored',
    summary: 'A withdrawn announcement came back as it was.',
    schema: z.object(whose),
  }),
} as const;
export type AnnouncementEvent = EventOf<(typeof announcementEvents)[keyof typeof announcementEvents]>;

export const announcementStream = (id: string) => `announcement-${id}`;

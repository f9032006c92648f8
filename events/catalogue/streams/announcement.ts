import { z } from 'zod';
import { announcementType } from '#contract/schemas/announcements.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying } from '../field-marks.ts';

/** `userId`: the poster, even if another user acted. `courseId`: the course whose students are addressed; null: all users. */
const posterAndCourse = { userId: z.uuid(), courseId: z.uuid().nullable() };

/**
 * Stream `announcement-<id>`; the id is a UUIDv5 of the poster and the idempotency key, and for a student message also of the course. So
 * each posting is a new stream.
 * The text belongs to the school and is not personal data of the poster: it stays, without a name, when the poster is removed.
 */
export const announcementEvents = {
  AnnouncementPosted: defineEvent({
    type: 'AnnouncementPosted',
    summary:
      'An Instructor or an Admin posted an announcement, for all users or for the students of one course.',
    schema: z.object({
      ...posterAndCourse,
      /** The poster's role at that time. */
      userType: z.enum(['Admin', 'Instructor']),
      type: announcementType,
      /** The date in the poster's time zone; the date in UTC if the client sent none. */
      date: z.iso.date(),
      text: z.string(),
    }),
  }),
  /**
   * An announcement to selected students only. It has a type of its own, so that a release that does not know selections never
   * shows it to the whole course. It is withdrawn and restored like other announcements.
   */
  StudentMessagePosted: defineEvent({
    type: 'StudentMessagePosted',
    summary: 'An Instructor or an Admin sent a message to selected students of one course.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      /** The poster's role at that time. */
      userType: z.enum(['Admin', 'Instructor']),
      /** The date in the poster's time zone; the date in UTC if the client sent none. */
      date: z.iso.date(),
      /** The text is addressed to few people and may reveal who they are. */
      text: identifying(z.string()),
      /** User ids. The selection itself reveals something about these users, for example that they stopped learning. */
      recipientIds: identifying(z.array(z.uuid())),
    }),
  }),
  AnnouncementWithdrawn: defineEvent({
    type: 'AnnouncementWithdrawn',
    summary: 'An announcement was withdrawn, by its poster or an Admin.',
    schema: z.object({ ...posterAndCourse, by: z.enum(['poster', 'admin']) }),
  }),
  AnnouncementRestored: defineEvent({
    type: 'AnnouncementRestored',
    summary: 'A withdrawn announcement was restored unchanged.',
    schema: z.object(posterAndCourse),
  }),
};
export type AnnouncementEvent = EventOf<(typeof announcementEvents)[keyof typeof announcementEvents]>;

export const announcementStream = (id: string) => `announcement-${id}`;

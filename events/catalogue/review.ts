import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.ts';
import { personal } from './personal.ts';

const author = (_: string, data: { userId: string }) => data.userId;

/** Stream `review-<id>`; the id is UUIDv5 of the person and the course: one review each, which may be revised. */
export const reviewEvents = {
  ReviewSubmitted: defineEvent({
    type: 'ReviewSubmitted',
    summary:
      'A student who completed a course reviewed it, for the first time or after the last review was removed.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      enrolmentId: z.uuid(),
      rating: z.number().min(1).max(10),
      comment: personal(z.string()),
    }),
    subject: author,
  }),
  ReviewRevised: defineEvent({
    type: 'ReviewRevised',
    summary: 'A student reviewed the same course again; the new words replace the old.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      rating: z.number().min(1).max(10),
      comment: personal(z.string()),
    }),
    subject: author,
  }),
  ReviewRemoved: defineEvent({
    type: 'ReviewRemoved',
    summary: 'A review was removed, by its author or an admin. It names its author, whoever acted.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
  ReviewRestored: defineEvent({
    type: 'ReviewRestored',
    summary: 'A removed review came back as it was.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
} as const;
export type ReviewEvent = EventOf<(typeof reviewEvents)[keyof typeof reviewEvents]>;

export const reviewStream = (id: string) => `review-${id}`;

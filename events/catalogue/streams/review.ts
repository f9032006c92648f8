import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

const author = (_: string, data: { userId: string }) => data.userId;
/** By which of its two ids the author called the course: answers call it by that one. */
const courseCalledBy = z.enum(['enrolment', 'course']);
/** Before version 2 nobody noted it; the client has always sent the enrolment's. */
const calledByEnrolment = (data: Record<string, unknown>) => ({ ...data, courseCalledBy: 'enrolment' });

/** Stream `review-<id>`; the id is UUIDv5 of the way through the course: one review each, which may be revised. */
export const reviewEvents = {
  ReviewSubmitted: defineEvent({
    type: 'ReviewSubmitted',
    version: 2,
    summary:
      'A student who completed a course reviewed it, for the first time or after the last review was removed.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      enrolmentId: z.uuid(),
      courseCalledBy,
      rating: z.number().min(1).max(10),
      comment: personal(z.string()),
    }),
    upcasters: { 1: calledByEnrolment },
    subject: author,
  }),
  ReviewRevised: defineEvent({
    type: 'ReviewRevised',
    version: 2,
    summary: 'A student reviewed the same course again; the new words replace the old.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      courseCalledBy,
      rating: z.number().min(1).max(10),
      comment: personal(z.string()),
    }),
    upcasters: { 1: calledByEnrolment },
    subject: author,
  }),
  ReviewRemoved: defineEvent({
    type: 'ReviewRemoved',
    version: 2,
    summary: 'A review was removed, by its author or an admin. It names its author, whoever acted.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      /** What the author took back no admin restores. */
      by: z.enum(['author', 'admin']),
    }),
    upcasters: { 1: (data) => ({ ...data, by: 'admin' }) },
  }),
  ReviewRestored: defineEvent({
    type: 'ReviewRestored',
    summary: 'An admin brought back, as it was, a review that an admin had removed.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
} as const;
export type ReviewEvent = EventOf<(typeof reviewEvents)[keyof typeof reviewEvents]>;

export const reviewStream = (id: string) => `review-${id}`;

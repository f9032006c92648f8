import { z } from 'zod';
import { defineEvent, type EventOf } from '../define-event.ts';
import { personal } from '../field-marks.ts';

const author = (_: string, data: { userId: string }) => data.userId;
/** The kind of id by which the client named the course; answers use the same kind. */
const courseCalledBy = z.enum(['enrolment', 'course']);
/** Version 1 did not store the kind of id; clients always sent the enrolment's. */
const calledByEnrolment = (data: Record<string, unknown>) => ({ ...data, courseCalledBy: 'enrolment' });

/** Stream `review-<id>`; the id is a UUIDv5 of the enrolment. An enrolment has at most one review, which may be revised. */
export const reviewEvents = {
  ReviewSubmitted: defineEvent({
    type: 'ReviewSubmitted',
    isPublicAct: true,
    version: 2,
    summary:
      'A student who completed a course reviewed it, for the first time or after the earlier review was removed.',
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
    isPublicAct: true,
    version: 2,
    summary: 'A student reviewed the same course again; the new review replaces the old one.',
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
    isPublicAct: true,
    version: 2,
    summary: 'A review was removed by its author or an Admin. The event names the author in both cases.',
    schema: z.object({
      userId: z.uuid(),
      courseId: z.uuid(),
      /** An Admin cannot restore a review that its author removed. */
      by: z.enum(['author', 'admin']),
    }),
    upcasters: { 1: (data) => ({ ...data, by: 'admin' }) },
  }),
  ReviewRestored: defineEvent({
    type: 'ReviewRestored',
    isPublicAct: true,
    summary: 'An Admin restored, unchanged, a review that an Admin had removed.',
    schema: z.object({ userId: z.uuid(), courseId: z.uuid() }),
  }),
};
export type ReviewEvent = EventOf<(typeof reviewEvents)[keyof typeof reviewEvents]>;

export const reviewStream = (id: string) => `review-${id}`;

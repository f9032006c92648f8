import { z } from 'zod';
import { courseCode } from '#contract/schemas/courses.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying } from '../identifying.ts';
import { personal } from '../field-marks.ts';

/** Every event of an enrolment says whose way it is and through which course. */
const way = { userId: z.uuid(), courseId: z.uuid() };
const student = (_: string, data: { userId: string }) => data.userId;

/**
 * Stream `enrolment-<id>`: one student's way through one course. The id is UUIDv5 of both, and is the `_id` of the
 * enrolment and of the progress alike.
 */
export const enrolmentEvents = {
  StudentEnrolled: defineEvent({
    type: 'StudentEnrolled',
    summary: 'A student enrolled in a course, or came back after leaving it; progress is kept.',
    schema: z.object(way),
  }),
  StudentLeft: defineEvent({
    type: 'StudentLeft',
    summary: 'A student left a course; what was done in it is kept for a return.',
    schema: z.object(way),
  }),
  CourseStarted: defineEvent({
    type: 'CourseStarted',
    summary: 'A student started the progress of a course.',
    schema: z.object({
      ...way,
      /** By which of its two ids the course was started: answers call it by that one. */
      startedBy: z.enum(['enrolment', 'course']),
    }),
  }),
  ModuleCompleted: defineEvent({
    type: 'ModuleCompleted',
    summary: 'A student completed the next of the five modules.',
    schema: z.object({ ...way, module: z.number().int().min(1).max(5) }),
  }),
  CertificateIssued: defineEvent({
    type: 'CertificateIssued',
    version: 2,
    summary: 'A student collected the certificate of a completed course: what was true on that day.',
    schema: z.object({
      ...way,
      /** Printed on it and in the address of its public page. */
      number: identifying(z.string()),
      courseName: z.string(),
      courseCode,
      instructor: z.string(),
      studentName: personal(z.string()),
      /**
       * Hexadecimal. The commitment (`events/seals/proof/commitment.ts`) shows that a name is the one that was
       * sealed, as long as the salt can be read; null where the event is older than that.
       */
      nameCommitment: identifying(z.string().nullable()),
      nameSalt: personal(z.string()),
    }),
    upcasters: { 1: (data) => ({ ...data, nameCommitment: null, nameSalt: null }) },
    subject: student,
  }),
} as const;
export type EnrolmentEvent = EventOf<(typeof enrolmentEvents)[keyof typeof enrolmentEvents]>;

export const enrolmentStream = (id: string) => `enrolment-${id}`;

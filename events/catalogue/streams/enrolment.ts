import { z } from 'zod';
import { courseCode } from '#contract/schemas/courses.ts';
import { defineEvent, type EventOf } from '../define-event.ts';
import { identifying, personal } from '../field-marks.ts';

const studentAndCourse = { userId: z.uuid(), courseId: z.uuid() };
const student = (_: string, data: { userId: string }) => data.userId;

/**
 * Stream `enrolment-<id>`: one student in one course. The id is a UUIDv5 of user and course. In the API it is the
 * `_id` of the enrolment and of the progress.
 */
export const enrolmentEvents = {
  StudentEnrolled: defineEvent({
    type: 'StudentEnrolled',
    summary: 'A student enrolled in a course, or returned after leaving it; earlier progress is kept.',
    schema: z.object(studentAndCourse),
  }),
  StudentLeft: defineEvent({
    type: 'StudentLeft',
    summary: 'A student left a course; the progress is kept for a return.',
    schema: z.object(studentAndCourse),
  }),
  CourseStarted: defineEvent({
    type: 'CourseStarted',
    summary: 'An enrolled student started to learn in a course.',
    schema: z.object({
      ...studentAndCourse,
      /** The kind of id by which the client named the course; answers use the same kind. */
      startedBy: z.enum(['enrolment', 'course']),
    }),
  }),
  ModuleCompleted: defineEvent({
    type: 'ModuleCompleted',
    summary: 'A student completed the next of the five modules.',
    schema: z.object({ ...studentAndCourse, module: z.number().int().min(1).max(5) }),
  }),
  CertificateIssued: defineEvent({
    type: 'CertificateIssued',
    isPublicAct: true,
    version: 2,
    summary:
      'A student collected the certificate of a completed course; the event holds the names as they were then.',
    schema: z.object({
      ...studentAndCourse,
      /** Printed on the certificate and part of the URL of its public page. */
      number: identifying(z.string()),
      courseName: z.string(),
      courseCode,
      instructor: z.string(),
      studentName: personal(z.string()),
      /**
       * Hexadecimal. The commitment (`events/seals/proof/commitment.ts`) proves the name as long as the salt can be
       * decrypted; null in events of version 1.
       */
      nameCommitment: identifying(z.string().nullable()),
      nameSalt: personal(z.string()),
    }),
    upcasters: { 1: (data) => ({ ...data, nameCommitment: null, nameSalt: null }) },
    subject: student,
  }),
};
export type EnrolmentEvent = EventOf<(typeof enrolmentEvents)[keyof typeof enrolmentEvents]>;

export const enrolmentStream = (id: string) => `enrolment-${id}`;

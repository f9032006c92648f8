import { z } from 'zod';
import { insertAnswer } from './answers.ts';
import { readCertificateNumber } from './certificate-number.ts';
import { courseIdInBody } from './course-id.ts';
import { courseCode } from './courses.ts';
import { eventProof } from './event-proof.ts';

/** Body of POST /certificates: which way through which course, by the id of the enrolment or of the course. */
export const certificateRequest = z
  .object({
    enrolmentId: z.uuid({ error: 'The enrolment id must be a UUID.' }).toLowerCase().optional(),
    courseId: courseIdInBody.optional(),
  })
  .refine((body) => body.enrolmentId !== undefined || body.courseId !== undefined, {
    path: ['enrolmentId'],
    error: 'Give the enrolment id, or the course id.',
  });

/** Answer to POST /certificates; a repetition answers the first one. */
export const certificateAnswer = insertAnswer.extend({ number: z.string() });
export type CertificateAnswer = z.infer<typeof certificateAnswer>;

/** What a certificate says: what was true on the day it was issued. */
const printed = {
  number: z.string(),
  studentName: z.string(),
  courseName: z.string(),
  courseCode,
  instructor: z.string(),
  issuedAt: z.iso.datetime(),
};

/** A certificate as its owner sees it. `_id` is the enrolment's: there is one certificate to a way through a course. */
export const certificate = z.object({
  _id: z.uuid(),
  ...printed,
  courseId: z.uuid(),
  userEmail: z.string(),
});
export const certificateList = z.array(certificate);
export type Certificate = z.infer<typeof certificate>;

/** The number in the path, as it was typed or read out; what cannot be one is the number of nothing. */
export const certificateInPath = z.object({
  number: z
    .string()
    .max(100)
    .transform((typed, context) => {
      const number = readCertificateNumber(typed);
      if (number !== null) return number;
      context.addIssue({ code: 'custom', message: 'This is not the number of a certificate.' });
      return z.NEVER;
    }),
});

/**
 * What anybody may know of a certificate. Of a person who was removed nothing is left but the number.
 * `proof` is null until the event is sealed, a moment after it was written; `nameSalt` opens the commitment to the
 * name in that event, null where the event is older than commitments.
 */
export const verification = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('valid'),
    ...printed,
    nameSalt: z.string().nullable(),
    logId: z.uuid(),
    proof: eventProof.nullable(),
  }),
  z.object({ status: z.literal('withdrawn'), number: z.string() }),
]);
export type Verification = z.infer<typeof verification>;
export type ValidCertificate = Extract<Verification, { status: 'valid' }>;

import { z } from 'zod';
import { insertAnswer } from './answers.ts';
import { courseIdInBody } from './course-id.ts';
import { courseCode } from './courses.ts';
import { eventProof } from './event-proof.ts';
import { tolerantNumber } from './text.ts';

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

/** The number in the path, as it was typed or read out. */
export const certificateInPath = z.object({ number: z.string().min(1).max(100) });

/** How many seals the history shall have that the proof leads to, as a signed head says it; as it is now unless given. */
export const proofQuery = z.object({
  seals: tolerantNumber('The number of seals', { min: 1, max: Number.MAX_SAFE_INTEGER })
    .refine(Number.isInteger, { error: 'The number of seals must be a whole number.' })
    .optional(),
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

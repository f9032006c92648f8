import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { shownLine, tolerantWholeNumber } from '../fields/text.ts';
import { insertAnswer } from './command-results.ts';
import { courseCode } from './courses.ts';
import { eventProof } from './event-proof.ts';

/** Body of POST /certificates: the id of the enrolment or of the course. */
export const certificateRequest = z
  .object({
    enrolmentId: z.optional(z.uuid({ error: 'The enrolment id must be a UUID.' }).check(z.toLowerCase())),
    courseId: z.optional(courseIdField),
  })
  .check(
    z.refine((body) => body.enrolmentId !== undefined || body.courseId !== undefined, {
      path: ['enrolmentId'],
      error: 'Give the enrolment id, or the course id.',
    }),
  );

/** Answer to POST /certificates. If the certificate was already issued, it is returned. */
export const certificateAnswer = z.extend(insertAnswer, { number: z.string() });
export type CertificateAnswer = z.infer<typeof certificateAnswer>;

/**
 * The printed fields, as they were stored when the certificate was issued. A verification contains them unchanged, because clients
 * compare them with the proof.
 */
const printed = {
  number: z.string(),
  studentName: z.string(),
  courseName: z.string(),
  courseCode,
  instructor: z.string(),
  issuedAt: z.iso.datetime(),
};

/** A certificate as its owner sees it. `_id` is the enrolment's: an enrolment has at most one certificate. */
export const certificate = z.object({
  _id: z.uuid(),
  ...printed,
  studentName: shownLine(),
  courseName: shownLine(),
  instructor: shownLine(),
  courseId: z.uuid(),
  userEmail: z.string(),
});
export const certificateList = z.array(certificate);
export type Certificate = z.infer<typeof certificate>;

/** The certificate number in the path, as the user typed it. */
export const certificateInPath = z.object({
  number: z
    .string()
    .check(
      z.minLength(1, { error: 'The certificate number is required.' }),
      z.maxLength(100, { error: 'The certificate number may have at most 100 characters.' }),
    ),
});

/**
 * Query of GET /verify/{number}. `seals`: the number of seals in the seal tree that the proof leads to, as in a signed
 * head; default: all.
 */
export const proofQuery = z.object({
  seals: z.optional(tolerantWholeNumber('The number of seals', { min: 1, max: Number.MAX_SAFE_INTEGER })),
});

/**
 * The public answer about a certificate. If its owner was removed, only the number is left.
 * `proof` is null until the event is sealed, shortly after it was written. With `nameSalt` a client can check the
 * name against the commitment in that event; `nameSalt` is null for events written before commitments existed.
 */
export const verification = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('valid'),
    ...printed,
    nameSalt: z.nullable(z.string()),
    logId: z.uuid(),
    proof: z.nullable(eventProof),
  }),
  z.object({ status: z.literal('withdrawn'), number: z.string() }),
]);
export type Verification = z.infer<typeof verification>;
export type ValidCertificate = Extract<Verification, { status: 'valid' }>;

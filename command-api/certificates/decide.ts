import { hash } from 'node:crypto';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { inserted } from '#contract/answers.ts';
import { certificateNumber } from '#contract/certificate-number.ts';
import type { CertificateAnswer } from '#contract/certificates.ts';
import { modulesOfACourse } from '#contract/enrolments.ts';
import { bytesOfCommitment } from '#events/seals/proof/commitment.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';
import type { UserState } from '../users/decide.ts';

/** What chance gives to a certificate: 11 bytes for the number, 32 for the salt of the commitment to the name. */
export type Chance = { number: Uint8Array; salt: Uint8Array };

/**
 * Issued already: the first one again, whatever became of the course, the name, the enrolment since. The course may
 * have left the catalogue, and the student the course: what counts is that all five modules were completed.
 * @throws `course-incomplete` before that; `conflict` without a name to put on it; `forbidden` for another's way.
 */
export const issueCertificate = (
  command: { id: string; actor: Pick<Actor, 'id'>; year: number; chance: Chance },
  states: { enrolment: EnrolmentState; course: CourseState; student: UserState },
): Decided<EnrolmentEvent, CertificateAnswer> => {
  const { enrolment, course, student } = states;
  if (enrolment.status === 'unknown')
    throw problemError('course-incomplete', 'Enrol in the course and complete its modules first.');
  const { userId, courseId, completedModules, certificate } = enrolment;
  requireOwn(command.actor, userId);
  if (certificate !== null) return { events: [], answer: { ...inserted(command.id), number: certificate } };
  if (completedModules < modulesOfACourse)
    throw problemError(
      'course-incomplete',
      `Complete all ${modulesOfACourse} modules first: ${completedModules} of ${modulesOfACourse} are done.`,
    );
  if (course.status === 'unknown' || student.status !== 'registered' || student.name === null)
    throw problemError('conflict', 'There is nothing to put on this certificate.');
  const { number: bytes, salt } = command.chance;
  const number = certificateNumber(command.year, bytes);
  return {
    events: [
      {
        type: 'CertificateIssued',
        data: {
          userId,
          courseId,
          number,
          courseName: course.facts.name,
          courseCode: course.facts.code,
          instructor: course.facts.instructor,
          studentName: student.name,
          nameCommitment: hash('sha256', bytesOfCommitment(salt, student.name)),
          nameSalt: Buffer.from(salt).toString('hex'),
        },
      },
    ],
    answer: { ...inserted(command.id), number },
  };
};

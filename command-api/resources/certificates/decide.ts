import { hash } from 'node:crypto';
import { formatCertificateNumber } from '#contract/certificate-number.ts';
import type { CertificateAnswer } from '#contract/schemas/certificates.ts';
import { inserted } from '#contract/schemas/command-results.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import { encodeCommitment } from '#events/seals/proof/commitment.ts';
import { problemError } from '#platform/problems.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import type { UserState } from '../../aggregates/user.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';

/** The random parts of a certificate: 11 bytes for its number, 32 for the salt of the commitment to the name. */
type RandomBytes = { number: Uint8Array; salt: Uint8Array };

/**
 * Issues the certificate of a course whose modules are all completed, even if the student has left the course or the
 * course was removed. If a certificate was already issued, returns that one, even if something has changed since.
 * @throws `course-incomplete`, including for another student's enrolment; `conflict` if the course or the student's name is
 * unknown (the API has no more specific problem code).
 */
export const issueCertificate = (
  command: { id: string; actor: Pick<Actor, 'id'>; year: number; random: RandomBytes },
  states: { enrolment: EnrolmentState; course: CourseState; student: UserState },
): StreamDecision<EnrolmentEvent, CertificateAnswer> => {
  const { enrolment, course, student } = states;
  if (!isOwn(command.actor, enrolment))
    throw problemError('course-incomplete', 'Enrol in the course and complete its modules first.');
  const { userId, courseId, completedModules, certificate } = enrolment;
  if (certificate !== null) return { events: [], answer: { ...inserted(command.id), number: certificate } };
  if (completedModules < modulesPerCourse)
    throw problemError(
      'course-incomplete',
      `Complete all ${modulesPerCourse} modules first: ${completedModules} of ${modulesPerCourse} are done.`,
    );
  if (course.status === 'unknown' || student.status !== 'registered' || student.name === null)
    throw problemError('conflict', 'The certificate cannot be issued: your name or the course is unknown.');
  const { random } = command;
  const number = formatCertificateNumber(command.year, random.number);
  return {
    events: [
      {
        type: 'CertificateIssued',
        data: {
          userId,
          courseId,
          number,
          courseName: course.fields.name,
          courseCode: course.fields.code,
          instructor: course.fields.instructor,
          studentName: student.name,
          nameCommitment: hash('sha256', encodeCommitment(random.salt, student.name)),
          nameSalt: Buffer.from(random.salt).toString('hex'),
        },
      },
    ],
    answer: { ...inserted(command.id), number },
  };
};

import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import { type Actor, isOwn } from '../../authorization.ts';

type KnownEnrolment = Exclude<EnrolmentState, { status: 'unknown' }>;

/** Creates the refusal of a command that requires an enrolment, for a student who has left the course. */
export const leftCourseError = () =>
  problemError('conflict', 'You left this course. Enrol again to continue where you stopped.');

/**
 * Returns the enrolment if its student has started the course and not left it.
 * @param notEnrolledMessage the problem's sentence for a user who is not enrolled.
 * @throws `course-not-started`, including before enrolling and for another student's enrolment; `conflict` after leaving.
 */
export const requireStartedEnrolment = (
  actor: Pick<Actor, 'id'>,
  enrolment: EnrolmentState,
  notEnrolledMessage = 'Please start the course first.',
): KnownEnrolment => {
  if (!isOwn(actor, enrolment)) throw problemError('course-not-started', notEnrolledMessage);
  if (enrolment.status === 'left') throw leftCourseError();
  if (!enrolment.hasStarted) throw problemError('course-not-started', 'Please start the course first.');
  return enrolment;
};

import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import { type Actor, requireOwn } from '../../authorization.ts';
import { leftCourse } from '../enrolments/enrolment-rules.ts';

/**
 * Checks that a student may save a playback position in the course of an enrolment.
 * @throws `conflict` before the course is started and after leaving it; `forbidden` for the enrolment of another student.
 */
export const requireStartedCourse = (actor: Pick<Actor, 'id'>, state: EnrolmentState): void => {
  if (state.status === 'unknown') throw problemError('conflict', 'Enrol in the course first.');
  requireOwn(actor, state.userId);
  if (state.status === 'left') throw leftCourse();
  if (!state.started) throw problemError('conflict', 'Please start the course first.');
};

import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import { leftCourseError } from '../enrolments/enrolment-rules.ts';

/**
 * Requires that a student may save a playback position in the course of an enrolment. Unlike `requireStartedEnrolment`, it uses one
 * problem code for all refusals.
 * @throws `conflict` before enrolling, before the start, after leaving and for another student's enrolment.
 */
export const requireCanSavePosition = (actor: Pick<Actor, 'id'>, state: EnrolmentState): void => {
  if (!isOwn(actor, state)) throw problemError('conflict', 'Enrol in the course first.');
  if (state.status === 'left') throw leftCourseError();
  if (!state.hasStarted) throw problemError('conflict', 'Please start the course first.');
};

import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';

/**
 * Whether a student may keep a place in the course of this enrolment.
 * @throws `conflict` before the course is started and after leaving it; `forbidden` for another's.
 */
export const requireLearning = (actor: Pick<Actor, 'id'>, state: EnrolmentState): void => {
  if (state.status === 'unknown') throw problemError('conflict', 'Enrol in the course first.');
  requireOwn(actor, state.userId);
  if (state.status === 'left')
    throw problemError('conflict', 'You left this course. Enrol again and go on where you were.');
  if (!state.started) throw problemError('conflict', 'Please start the course first.');
};

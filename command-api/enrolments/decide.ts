import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { type DeleteAnswer, deleted, type InsertAnswer, inserted } from '#contract/answers.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import { requireListed } from '../courses/require-listed.ts';
import type { EnrolmentState } from './enrolment.ts';

/**
 * Enrolled already: the same answer, whatever became of the course. Who left and enrols again finds the progress.
 * @throws `no-such-course`, `course-withdrawn`.
 */
export const enrol = (
  command: { id: string; userId: string; courseId: string },
  states: { enrolment: EnrolmentState; course: CourseState },
): Decided<EnrolmentEvent, InsertAnswer> => {
  const { id, userId, courseId } = command;
  const answer = inserted(id);
  if (states.enrolment.status === 'enrolled') return { events: [], answer };
  requireListed(states.course);
  return { events: [{ type: 'StudentEnrolled', data: { userId, courseId } }], answer };
};

/** @throws `forbidden` for another's enrolment. */
export const leave = (
  actor: Pick<Actor, 'id'>,
  state: EnrolmentState,
): Decided<EnrolmentEvent, DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  requireOwn(actor, userId);
  if (state.status === 'left') return { events: [], answer: deleted(0) };
  return { events: [{ type: 'StudentLeft', data: { userId, courseId } }], answer: deleted(1) };
};

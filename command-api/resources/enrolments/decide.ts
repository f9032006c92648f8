import type { DeleteAnswer, InsertAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted } from '#contract/schemas/command-results.ts';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { requireListed } from '../courses/course-rules.ts';

/**
 * Enrols a student in a course of the catalogue. For a student who is already enrolled, the answer is the same, even if the course
 * has been removed from the catalogue since. A student who left the course keeps the progress from before.
 * @throws `no-such-course`, `course-withdrawn`.
 */
export const enrol = (
  command: { id: string; userId: string; courseId: string },
  states: { enrolment: EnrolmentState; course: CourseState },
): StreamDecision<EnrolmentEvent, InsertAnswer> => {
  const { id, userId, courseId } = command;
  const answer = inserted(id);
  if (states.enrolment.status === 'enrolled') return { events: [], answer };
  requireListed(states.course);
  return { events: [{ type: 'StudentEnrolled', data: { userId, courseId } }], answer };
};

/** Ends an enrolment of the actor. Enrolments of other students are treated as unknown. */
export const leave = (
  actor: Pick<Actor, 'id'>,
  state: EnrolmentState,
): StreamDecision<EnrolmentEvent, DeleteAnswer> => {
  if (!isOwn(actor, state) || state.status === 'left') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  return { events: [{ type: 'StudentLeft', data: { userId, courseId } }], answer: deleted(1) };
};

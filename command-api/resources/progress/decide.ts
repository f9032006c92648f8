import { type InsertAnswer, inserted, updated } from '#contract/schemas/command-results.ts';
import { type ModuleAnswer, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { leftCourseError } from '../enrolments/enrolment-rules.ts';

type KnownEnrolment = Exclude<EnrolmentState, { status: 'unknown' }>;

/**
 * Starts a course. For a course that was already started, the answer is the same.
 * @throws `conflict` before enrolling, after leaving and for another student's enrolment.
 */
export const startCourse = (
  command: { id: string; actor: Pick<Actor, 'id'>; startedBy: 'enrolment' | 'course' },
  state: EnrolmentState,
): StreamDecision<EnrolmentEvent, InsertAnswer> => {
  const { id, actor, startedBy } = command;
  if (!isOwn(actor, state)) throw problemError('conflict', 'Enrol in the course first.');
  if (state.status === 'left') throw leftCourseError();
  const answer = inserted(id);
  if (state.hasStarted) return { events: [], answer };
  const { userId, courseId } = state;
  return { events: [{ type: 'CourseStarted', data: { userId, courseId, startedBy } }], answer };
};

/**
 * Completes the requested module, or the next one if none is requested. Modules are completed in order. Completing a module
 * again modifies nothing. Enrolments of other students are treated as unknown.
 * @throws `course-complete` beyond the last module; `conflict` before the start, after leaving, and if a module would be
 * skipped.
 */
export const completeModule = (
  command: { actor: Pick<Actor, 'id'>; module: number | undefined },
  state: EnrolmentState,
): StreamDecision<EnrolmentEvent, ModuleAnswer> => {
  if (!isOwn(command.actor, state)) return { events: [], answer: { ...updated(0, 0), completedModules: 0 } };
  if (state.status === 'left') throw leftCourseError();
  if (!state.hasStarted) throw problemError('conflict', 'Please start the course first.');
  const { userId, courseId, completedModules } = state;
  const module = moduleToComplete(command.module, state);
  if (module <= completedModules) return { events: [], answer: { ...updated(1, 0), completedModules } };
  if (module > completedModules + 1)
    throw problemError('conflict', `Complete module ${completedModules + 1} first.`);
  return {
    events: [{ type: 'ModuleCompleted', data: { userId, courseId, module } }],
    answer: { ...updated(1, 1), completedModules: module },
  };
};

/** Returns the requested module, or the next one if none is requested. @throws `course-complete` beyond the last module. */
const moduleToComplete = (requested: number | undefined, state: KnownEnrolment): number => {
  const module = requested ?? state.completedModules + 1;
  if (module > modulesPerCourse)
    throw problemError('course-complete', `A course has ${modulesPerCourse} modules.`);
  return module;
};

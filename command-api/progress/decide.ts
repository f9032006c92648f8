import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { type InsertAnswer, inserted, updated } from '#contract/answers.ts';
import { type ModuleAnswer, modulesOfACourse } from '#contract/enrolments.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';

type Way = Exclude<EnrolmentState, { status: 'unknown' }>;

const requirePresent = (state: Way): void => {
  if (state.status === 'left')
    throw problemError('conflict', 'You left this course. Enrol again and go on where you were.');
};

/** Started already: the same answer. @throws `conflict` before enrolling and after leaving; `forbidden`. */
export const startCourse = (
  command: { id: string; actor: Pick<Actor, 'id'>; startedBy: 'enrolment' | 'course' },
  state: EnrolmentState,
): Decided<EnrolmentEvent, InsertAnswer> => {
  const { id, actor, startedBy } = command;
  if (state.status === 'unknown') throw problemError('conflict', 'Enrol in the course first.');
  requireOwn(actor, state.userId);
  requirePresent(state);
  const answer = inserted(id);
  if (state.started) return { events: [], answer };
  const { userId, courseId } = state;
  return { events: [{ type: 'CourseStarted', data: { userId, courseId, startedBy } }], answer };
};

/** The module that a completion is about: the one that is named, else the next. */
const moduleMeant = (named: number | undefined, state: Way): number => {
  const module = named ?? state.completedModules + 1;
  if (module > modulesOfACourse)
    throw problemError('course-complete', `A course has ${modulesOfACourse} modules.`);
  return module;
};

/**
 * Modules are completed in their order. One that is completed already modifies nothing, so who names the module may
 * send it as often as they like.
 * @throws `course-complete` beyond the fifth; `conflict` before the start, after leaving, and when a module would be
 * skipped; `forbidden`.
 */
export const completeModule = (
  command: { actor: Pick<Actor, 'id'>; module: number | undefined },
  state: EnrolmentState,
): Decided<EnrolmentEvent, ModuleAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: { ...updated(0, 0), completedModules: 0 } };
  requireOwn(command.actor, state.userId);
  requirePresent(state);
  if (!state.started) throw problemError('conflict', 'Please start the course first.');
  const { userId, courseId, completedModules } = state;
  const module = moduleMeant(command.module, state);
  if (module <= completedModules) return { events: [], answer: { ...updated(1, 0), completedModules } };
  if (module > completedModules + 1)
    throw problemError('conflict', `Complete module ${completedModules + 1} first.`);
  return {
    events: [{ type: 'ModuleCompleted', data: { userId, courseId, module } }],
    answer: { ...updated(1, 1), completedModules: module },
  };
};

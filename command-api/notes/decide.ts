import type { NoteEvent } from '#events/catalogue/note.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#contract/answers.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';
import type { NoteState } from './note.ts';
import { requireRoom, type Stock } from './stock.ts';

const lengthOf = ({ text }: Exclude<NoteState, { status: 'unknown' }>): number => text?.length ?? 0;

type NoteDecision<A> = Decided<NoteEvent, A>;

/** What a student writes down, and where in the course: a module, and with it the second in its video. */
export type TakeNote = {
  id: string;
  actor: Pick<Actor, 'id'>;
  enrolmentId: string;
  courseCalledBy: 'enrolment' | 'course';
  text: string;
  module: number | null;
  second: number | null;
  stock: Stock;
};

/**
 * Taken already (the act came twice): the same answer, whatever became of the note and of the course.
 * @throws `course-not-started`, also before enrolling; `conflict` after leaving, and when there is no room for more;
 * `forbidden` for another's enrolment.
 */
export const takeNote = (
  command: TakeNote,
  states: { note: NoteState; enrolment: EnrolmentState },
): NoteDecision<InsertAnswer> => {
  const { id, actor, enrolmentId, courseCalledBy, text, module } = command;
  const { enrolment } = states;
  const answer = inserted(id);
  if (states.note.status !== 'unknown') return { events: [], answer };
  if (enrolment.status === 'unknown')
    throw problemError('course-not-started', 'Enrol in the course and start it first.');
  requireOwn(actor, enrolment.userId);
  if (enrolment.status === 'left')
    throw problemError('conflict', 'You left this course. Enrol again and go on where you were.');
  if (!enrolment.started) throw problemError('course-not-started', 'Please start the course first.');
  requireRoom(command.stock, { count: 1, characters: text.length });
  const { userId, courseId } = enrolment;
  // A second says nothing without its module, and a module is begun at its first second.
  const place = { module, second: module === null ? null : (command.second ?? 0) };
  return {
    events: [{ type: 'NoteTaken', data: { userId, courseId, enrolmentId, courseCalledBy, ...place, text } }],
    answer,
  };
};

/**
 * The same text writes nothing; a removed note stays as it was.
 * @throws `forbidden` for another's note; `conflict` when there is no room for more text.
 */
export const editNote = (
  command: { actor: Pick<Actor, 'id'>; text: string; stock: Stock },
  state: NoteState,
): NoteDecision<UpdateAnswer> => {
  const { actor, text, stock } = command;
  if (state.status === 'unknown') return { events: [], answer: updated(0, 0) };
  requireOwn(actor, state.userId);
  if (state.status === 'removed') return { events: [], answer: updated(0, 0) };
  if (state.text === text) return { events: [], answer: updated(1, 0) };
  requireRoom(stock, { count: 0, characters: text.length - lengthOf(state) });
  return {
    events: [{ type: 'NoteEdited', data: { userId: state.userId, text } }],
    answer: updated(1, 1),
  };
};

/** @throws `forbidden` for another's note. */
export const removeNote = (actor: Pick<Actor, 'id'>, state: NoteState): NoteDecision<DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  requireOwn(actor, state.userId);
  if (state.status === 'removed') return { events: [], answer: deleted(0) };
  return { events: [{ type: 'NoteRemoved', data: { userId: state.userId } }], answer: deleted(1) };
};

/**
 * Takes a removal back: the note is as it was.
 * @throws `forbidden` for another's note; `conflict` when there is no room for it any more.
 */
export const restoreNote = (
  command: { actor: Pick<Actor, 'id'>; stock: Stock },
  state: NoteState,
): NoteDecision<UpdateAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: updated(0, 0) };
  requireOwn(command.actor, state.userId);
  if (state.status === 'kept') return { events: [], answer: updated(1, 0) };
  requireRoom(command.stock, { count: 1, characters: lengthOf(state) });
  return { events: [{ type: 'NoteRestored', data: { userId: state.userId } }], answer: updated(1, 1) };
};

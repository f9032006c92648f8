import type { DeleteAnswer, InsertAnswer, UpdateAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import { noteLimits } from '#contract/schemas/notes.ts';
import type { NoteEvent } from '#events/catalogue/streams/note.ts';
import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import type { NoteState } from '../../aggregates/note.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import type { NoteUsage } from '../../read-table-lookups/count-notes.ts';
import { requireStartedEnrolment } from '../enrolments/enrolment-rules.ts';

type NoteDecision<A> = StreamDecision<NoteEvent, A>;

/** `module` and `second` are the video position. A note without a module has none. */
export type TakeNote = {
  id: string;
  actor: Pick<Actor, 'id'>;
  enrolmentId: string;
  /** Which id the client sent. */
  courseCalledBy: 'enrolment' | 'course';
  text: string;
  module: number | null;
  second: number | null;
  usage: NoteUsage;
};

/**
 * Takes a note. Its id is derived from the idempotency key, so a known note was taken by the same request, and the answer is the same.
 * @throws `course-not-started` unless the student has enrolled in the course and started it; `conflict` if they have left it, or
 * if their notes would exceed a limit.
 */
export const takeNote = (
  command: TakeNote,
  states: { note: NoteState; enrolment: EnrolmentState },
): NoteDecision<InsertAnswer> => {
  const { id, actor, enrolmentId, courseCalledBy, text, module } = command;
  const answer = inserted(id);
  if (states.note.status !== 'unknown') return { events: [], answer };
  const { userId, courseId } = requireStartedEnrolment(
    actor,
    states.enrolment,
    'Enrol in the course and start it first.',
  );
  requireWithinLimits(command.usage, { count: 1, characters: countCharacters(text) });
  // A second without a module is dropped. A module without a second means the beginning of its video.
  const position = { module, second: module === null ? null : (command.second ?? 0) };
  return {
    events: [
      { type: 'NoteTaken', data: { userId, courseId, enrolmentId, courseCalledBy, ...position, text } },
    ],
    answer,
  };
};

/**
 * Changes the text of a note, unless it is removed. Another student's note is treated as unknown.
 * @throws `conflict` if the student's notes would have too many characters.
 */
export const editNote = (
  command: { actor: Pick<Actor, 'id'>; text: string; usage: NoteUsage },
  state: NoteState,
): NoteDecision<UpdateAnswer> => {
  const { actor, text, usage } = command;
  if (!isOwn(actor, state) || state.status === 'removed') return { events: [], answer: updated(0, 0) };
  if (state.text === text) return { events: [], answer: updated(1, 0) };
  requireWithinLimits(usage, { count: 0, characters: countCharacters(text) - countCharacters(state.text) });
  return {
    events: [{ type: 'NoteEdited', data: { userId: state.userId, text } }],
    answer: updated(1, 1),
  };
};

/** Removes a note. Another student's note is treated as unknown. */
export const removeNote = (actor: Pick<Actor, 'id'>, state: NoteState): NoteDecision<DeleteAnswer> => {
  if (!isOwn(actor, state) || state.status === 'removed') return { events: [], answer: deleted(0) };
  return { events: [{ type: 'NoteRemoved', data: { userId: state.userId } }], answer: deleted(1) };
};

/**
 * Restores a note. Another student's note is treated as unknown.
 * @throws `conflict` if the student's notes would exceed a limit.
 */
export const restoreNote = (
  command: { actor: Pick<Actor, 'id'>; usage: NoteUsage },
  state: NoteState,
): NoteDecision<UpdateAnswer> => {
  if (!isOwn(command.actor, state)) return { events: [], answer: updated(0, 0) };
  if (state.status === 'present') return { events: [], answer: updated(1, 0) };
  requireWithinLimits(command.usage, { count: 1, characters: countCharacters(state.text) });
  return { events: [{ type: 'NoteRestored', data: { userId: state.userId } }], answer: updated(1, 1) };
};

/**
 * Counts code points, like PostgreSQL, which counts the characters of all notes of the student. The text of
 * an erased note is null.
 */
const countCharacters = (text: string | null): number => (text === null ? 0 : [...text].length);

/** Requires that `added`, on top of `usage`, exceeds no limit. A number that does not grow is accepted. @throws `conflict` otherwise. */
const requireWithinLimits = (usage: NoteUsage, added: NoteUsage): void => {
  const { count, characters } = noteLimits;
  if (added.count > 0 && usage.count + added.count > count)
    throw problemError(
      'conflict',
      `You have ${count.toLocaleString('en')} notes, which is the limit. Remove one first.`,
    );
  if (added.characters > 0 && usage.characters + added.characters > characters)
    throw problemError(
      'conflict',
      `All your notes together may contain at most ${characters.toLocaleString('en')} characters. Remove a note first.`,
    );
};

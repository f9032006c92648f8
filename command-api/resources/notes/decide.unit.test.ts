import { describe, expect, test } from 'vitest';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import { noteLimits } from '#contract/schemas/notes.ts';
import type { NoteEvent } from '#events/catalogue/streams/note.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { noteAggregate } from '../../aggregates/note.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  samInCounting,
} from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { editNote, removeNote, restoreNote, type TakeNote, takeNote } from './decide.ts';

const startedCourse = enrolmentAfter(enrolled, courseStarted);

const taken: NoteEvent = {
  type: 'NoteTaken',
  data: {
    ...samInCounting,
    enrolmentId: 'enrolment',
    courseCalledBy: 'enrolment',
    module: 3,
    second: 84,
    text: 'Carry the one.',
  },
};
const edited: NoteEvent = { type: 'NoteEdited', data: { userId: 'sam', text: 'Carry two.' } };
const removed: NoteEvent = { type: 'NoteRemoved', data: { userId: 'sam' } };
const restored: NoteEvent = { type: 'NoteRestored', data: { userId: 'sam' } };
const noteAfter = (...events: NoteEvent[]) => foldEvents(noteAggregate, events);

const sam = { id: 'sam' };
const eve = { id: 'eve' };
const command: TakeNote = {
  id: 'note',
  actor: sam,
  enrolmentId: 'enrolment',
  courseCalledBy: 'enrolment',
  text: 'Carry the one.',
  module: 3,
  second: 84,
  usage: { count: 2, characters: 50 },
};
const take = (note = noteAfter(), enrolment = startedCourse, changes: Partial<TakeNote> = {}) =>
  takeNote({ ...command, ...changes }, { note, enrolment });

describe('takeNote', () => {
  test('takes a note with its video position in a started course', () => {
    expect(take()).toEqual({ events: [taken], answer: inserted('note') });
  });
  test('uses 0 for a missing second, and drops a second without a module', () => {
    const takeAt = (module: number | null, second: number | null) =>
      take(noteAfter(), startedCourse, { courseCalledBy: 'course', module, second }).events[0]?.data;
    expect(takeAt(null, null)).toMatchObject({ courseCalledBy: 'course', module: null, second: null });
    expect(takeAt(null, 84)).toMatchObject({ module: null, second: null });
    expect(takeAt(2, null)).toMatchObject({ module: 2, second: 0 });
  });
  test('answers a repetition with the first id, even if something has changed since', () => {
    for (const note of [noteAfter(taken), noteAfter(taken, edited), noteAfter(taken, removed)])
      for (const enrolment of [startedCourse, enrolmentAfter(enrolled, courseStarted, courseLeft)])
        expect(take(note, enrolment)).toEqual({ events: [], answer: inserted('note') });
  });
  test('refuses a note before enrolling, before the start, and after leaving', () => {
    for (const enrolment of [enrolmentAfter(), enrolmentAfter(enrolled)])
      expect(refusalCode(() => take(noteAfter(), enrolment))).toBe('course-not-started');
    for (const enrolment of [
      enrolmentAfter(enrolled, courseLeft),
      enrolmentAfter(enrolled, courseStarted, courseLeft),
    ])
      expect(refusalCode(() => take(noteAfter(), enrolment))).toBe('conflict');
  });
  test('refuses another student’s enrolment as if it were unknown', () => {
    expect(refusalCode(() => take(noteAfter(), startedCourse, { actor: eve }))).toBe('course-not-started');
  });
});

describe('the limits of notes', () => {
  const { count, characters } = noteLimits;
  const atMaxCount = { count, characters: 100 };
  const nearMaxCharacters = { count: 7, characters: characters - 3 };
  test('refuses a new or restored note at the maximum count', () => {
    const belowMaxCount = { count: count - 1, characters: 100 };
    expect(take(noteAfter(), startedCourse, { usage: belowMaxCount }).events).toHaveLength(1);
    expect(refusalCode(() => take(noteAfter(), startedCourse, { usage: atMaxCount }))).toBe('conflict');
    expect(refusalCode(() => restoreNote({ actor: sam, usage: atMaxCount }, noteAfter(taken, removed)))).toBe(
      'conflict',
    );
  });
  test('refuses text that would exceed the maximum number of characters', () => {
    expect(refusalCode(() => take(noteAfter(), startedCourse, { usage: nearMaxCharacters }))).toBe(
      'conflict',
    );
    const edit = (text: string) => editNote({ actor: sam, text, usage: nearMaxCharacters }, noteAfter(taken));
    expect(edit('Carry the one!?').events).toHaveLength(1);
    // An emoji is one character, although it has two UTF-16 code units.
    expect(edit('Carry the one.🙂🙂').events).toHaveLength(1);
    expect(edit('Short.').events).toHaveLength(1);
    expect(refusalCode(() => edit('Carry the one, and then the other.'))).toBe('conflict');
  });
  test('still answers a repetition at the limit', () => {
    expect(take(noteAfter(taken), startedCourse, { usage: atMaxCount }).answer).toEqual(inserted('note'));
  });
});

describe('editNote, removeNote and restoreNote', () => {
  const usage = { count: 3, characters: 60 };
  const edit = (text: string, state = noteAfter(taken), actor = sam) =>
    editNote({ actor, text, usage }, state);
  const restore = (state: ReturnType<typeof noteAfter>, actor = sam) => restoreNote({ actor, usage }, state);

  test('edits a note, and writes nothing if the text is the same', () => {
    expect(edit('Carry two.')).toEqual({ events: [edited], answer: updated(1, 1) });
    expect(edit('Carry the one.')).toEqual({ events: [], answer: updated(1, 0) });
    expect(edit('Carry two.', noteAfter(taken, edited))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('removes a note once, and restores it as it was', () => {
    expect(removeNote(sam, noteAfter(taken))).toEqual({ events: [removed], answer: deleted(1) });
    expect(removeNote(sam, noteAfter(taken, removed))).toEqual({ events: [], answer: deleted(0) });
    expect(restore(noteAfter(taken, removed))).toEqual({ events: [restored], answer: updated(1, 1) });
    expect(restore(noteAfter(taken))).toEqual({ events: [], answer: updated(1, 0) });
    expect(noteAfter(taken, edited, removed, restored)).toEqual(noteAfter(taken, edited));
  });
  test('does not edit a removed note', () => {
    expect(edit('Carry two.', noteAfter(taken, removed))).toEqual({ events: [], answer: updated(0, 0) });
  });
  test('answers another student as if the note were unknown', () => {
    for (const state of [noteAfter(taken), noteAfter(taken, removed)]) {
      expect(edit('Mine.', state, eve)).toEqual({ events: [], answer: updated(0, 0) });
      expect(removeNote(eve, state)).toEqual({ events: [], answer: deleted(0) });
      expect(restore(state, eve)).toEqual({ events: [], answer: updated(0, 0) });
    }
  });
  test('reports that nothing matched if the note is unknown', () => {
    expect(edit('Carry two.', noteAfter())).toEqual({ events: [], answer: updated(0, 0) });
    expect(removeNote(sam, noteAfter())).toEqual({ events: [], answer: deleted(0) });
    expect(restore(noteAfter())).toEqual({ events: [], answer: updated(0, 0) });
  });
});

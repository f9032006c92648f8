import { describe, expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import type { NoteEvent } from '#events/catalogue/note.ts';
import { deleted, inserted, updated } from '#contract/answers.ts';
import { notesAtMost } from '#contract/notes.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { refusalOf } from '../testing/refusal.ts';
import { editNote, removeNote, restoreNote, type TakeNote, takeNote } from './decide.ts';
import { noteAggregate } from './note.ts';

const way = { userId: 'sam', courseId: 'counting' };
const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const learning = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
const present = learning(enrolled, started);

const taken: NoteEvent = {
  type: 'NoteTaken',
  data: {
    ...way,
    enrolmentId: 'way',
    courseCalledBy: 'enrolment',
    module: 3,
    second: 84,
    text: 'Carry the one.',
  },
};
const edited: NoteEvent = { type: 'NoteEdited', data: { userId: 'sam', text: 'Carry two.' } };
const removed: NoteEvent = { type: 'NoteRemoved', data: { userId: 'sam' } };
const restored: NoteEvent = { type: 'NoteRestored', data: { userId: 'sam' } };
const given = (...events: NoteEvent[]) => foldEvents(noteAggregate, events);

const sam = { id: 'sam' };
const eve = { id: 'eve' };
const write: TakeNote = {
  ...{ id: 'note', actor: sam, enrolmentId: 'way', courseCalledBy: 'enrolment' },
  ...{ text: 'Carry the one.', module: 3, second: 84, stock: { count: 2, characters: 50 } },
};
const take = (note = given(), enrolment = present, command = write) => takeNote(command, { note, enrolment });

describe('taking a note', () => {
  test('in a course that was started, with its place', () => {
    expect(take()).toEqual({ events: [taken], answer: inserted('note') });
  });
  test('by the course’s own id, without a place; a second alone is no place; a module alone is its beginning', () => {
    const place = (module: number | null, second: number | null) =>
      take(given(), present, { ...write, courseCalledBy: 'course', module, second }).events[0]?.data;
    expect(place(null, null)).toMatchObject({ courseCalledBy: 'course', module: null, second: null });
    expect(place(null, 84)).toMatchObject({ module: null, second: null });
    expect(place(2, null)).toMatchObject({ module: 2, second: 0 });
  });
  test('the same act again answers the first id and writes nothing, whatever became of note and course', () => {
    for (const note of [given(taken), given(taken, edited), given(taken, removed)])
      for (const enrolment of [present, learning(enrolled, started, left)])
        expect(take(note, enrolment)).toEqual({ events: [], answer: inserted('note') });
  });
  test('not before enrolling, not before the start, not after leaving', () => {
    for (const enrolment of [learning(), learning(enrolled)])
      expect(refusalOf(() => take(given(), enrolment))).toBe('course-not-started');
    for (const enrolment of [learning(enrolled, left), learning(enrolled, started, left)])
      expect(refusalOf(() => take(given(), enrolment))).toBe('conflict');
  });
  test('not in another’s name', () => {
    expect(refusalOf(() => take(given(), present, { ...write, actor: eve }))).toBe('forbidden');
  });
});

describe('what there is room for', () => {
  const { count, characters } = notesAtMost;
  const full = { count, characters: 100 };
  const long = { count: 7, characters: characters - 3 };
  test('one note and no more, whether it is new or comes back', () => {
    const last = { count: count - 1, characters: 100 };
    expect(take(given(), present, { ...write, stock: last }).events).toHaveLength(1);
    expect(refusalOf(() => take(given(), present, { ...write, stock: full }))).toBe('conflict');
    expect(refusalOf(() => restoreNote({ actor: sam, stock: full }, given(taken, removed)))).toBe('conflict');
  });
  test('so much text, however it comes to be', () => {
    expect(refusalOf(() => take(given(), present, { ...write, stock: long }))).toBe('conflict');
    const edit = (text: string) => editNote({ actor: sam, text, stock: long }, given(taken));
    expect(edit('Carry the one!?').events).toHaveLength(1);
    expect(edit('Short.').events).toHaveLength(1);
    expect(refusalOf(() => edit('Carry the one, and then the other.'))).toBe('conflict');
  });
  test('what came twice is answered all the same', () => {
    expect(take(given(taken), present, { ...write, stock: full }).answer).toEqual(inserted('note'));
  });
});

describe('what was written', () => {
  const stock = { count: 3, characters: 60 };
  const edit = (text: string, state = given(taken), actor = sam) => editNote({ actor, text, stock }, state);
  const restore = (state: ReturnType<typeof given>, actor = sam) => restoreNote({ actor, stock }, state);

  test('is changed, and not when nothing differs', () => {
    expect(edit('Carry two.')).toEqual({ events: [edited], answer: updated(1, 1) });
    expect(edit('Carry the one.')).toEqual({ events: [], answer: updated(1, 0) });
    expect(edit('Carry two.', given(taken, edited))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('is removed once, and comes back as it was', () => {
    expect(removeNote(sam, given(taken))).toEqual({ events: [removed], answer: deleted(1) });
    expect(removeNote(sam, given(taken, removed))).toEqual({ events: [], answer: deleted(0) });
    expect(restore(given(taken, removed))).toEqual({ events: [restored], answer: updated(1, 1) });
    expect(restore(given(taken))).toEqual({ events: [], answer: updated(1, 0) });
    expect(given(taken, edited, removed, restored)).toEqual(given(taken, edited));
  });
  test('is not changed while it is removed', () => {
    expect(edit('Carry two.', given(taken, removed))).toEqual({ events: [], answer: updated(0, 0) });
  });
  test('is nobody else’s to change, remove or bring back', () => {
    for (const state of [given(taken), given(taken, removed)]) {
      expect(refusalOf(() => edit('Mine.', state, eve))).toBe('forbidden');
      expect(refusalOf(() => removeNote(eve, state))).toBe('forbidden');
      expect(refusalOf(() => restore(state, eve))).toBe('forbidden');
    }
  });
  test('of a note that never was nothing matches', () => {
    expect(edit('Carry two.', given())).toEqual({ events: [], answer: updated(0, 0) });
    expect(removeNote(sam, given())).toEqual({ events: [], answer: deleted(0) });
    expect(restore(given())).toEqual({ events: [], answer: updated(0, 0) });
  });
});

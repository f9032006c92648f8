import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { noteEvolutions } from './notes.ts';

const id = testId(4);
const userId = testId(1);
const taken = (text: string | null): DomainEvent => ({
  type: 'NoteTaken',
  data: {
    ...{ userId, courseId: testId(2), enrolmentId: testId(3), courseCalledBy: 'course' },
    ...{ module: 3, second: 84, text },
  },
});
const edited = (text: string | null): DomainEvent => ({ type: 'NoteEdited', data: { userId, text } });
const removed: DomainEvent = { type: 'NoteRemoved', data: { userId } };
const restored: DomainEvent = { type: 'NoteRestored', data: { userId } };
const rowAfter = (...events: DomainEvent[]) => foldStream(noteStream(id), events, noteEvolutions);
const initialRow = {
  ...{ id, user_id: userId, course_id: testId(2), enrolment_id: testId(3), course_called_by: 'course' },
  ...{ module: 3, second: 84, text: 'Carry the one.', removed: false },
  ...{ taken_at: new Date('2026-01-01T00:00:01Z'), taken_position: 1, edited_at: null, position: 1 },
};

test('creates a row for a new note', () => {
  expect(rowAfter(taken('Carry the one.'))).toEqual(initialRow);
});

test('updates the text of an edited note and keeps its place in the list', () => {
  expect(rowAfter(taken('Carry the one.'), edited('Carry two.'))).toEqual({
    ...initialRow,
    text: 'Carry two.',
    edited_at: new Date('2026-01-01T00:00:02Z'),
    position: 2,
  });
});

test('restores a removed note unchanged', () => {
  expect(rowAfter(taken('Carry the one.'), removed)).toMatchObject({ removed: true, position: 2 });
  expect(rowAfter(taken('Carry the one.'), removed, restored)).toEqual({ ...initialRow, position: 3 });
});

test('leaves no row for a note of a removed user, whether the key was missing when the first event was read or only later', () => {
  expect(rowAfter(taken(null), edited(null))).toBeNull();
  expect(rowAfter(taken('Carry the one.'), edited(null), removed, restored)).toBeNull();
  expect(rowAfter(edited('Carry two.'), removed, restored)).toBeNull();
});

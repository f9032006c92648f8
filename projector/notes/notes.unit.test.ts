import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
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
const after = (...events: DomainEvent[]) =>
  foldRows(
    new Map(),
    recorded(events.map((event) => [noteStream(id), event] as const)),
    (event) => streamId(event.stream),
    noteEvolutions,
  ).get(id) ?? null;
const fresh = {
  ...{ id, user_id: userId, course_id: testId(2), enrolment_id: testId(3), course_called_by: 'course' },
  ...{ module: 3, second: 84, text: 'Carry the one.', removed: false },
  ...{ taken_at: new Date('2026-01-01T00:00:01Z'), taken_position: 1, edited_at: null, position: 1 },
};

test('a note is as it was taken', () => {
  expect(after(taken('Carry the one.'))).toEqual(fresh);
});

test('an edited note keeps its place in the list', () => {
  expect(after(taken('Carry the one.'), edited('Carry two.'))).toEqual({
    ...fresh,
    text: 'Carry two.',
    edited_at: new Date('2026-01-01T00:00:02Z'),
    position: 2,
  });
});

test('a removed note comes back as it was', () => {
  expect(after(taken('Carry the one.'), removed)).toMatchObject({ removed: true, position: 2 });
  expect(after(taken('Carry the one.'), removed, restored)).toEqual({ ...fresh, position: 3 });
});

test('nothing comes of the notes of a person who is gone, wherever the reading begins', () => {
  expect(after(taken(null), edited(null))).toBeNull();
  expect(after(taken('Carry the one.'), edited(null), removed, restored)).toBeNull();
  expect(after(edited('Carry two.'), removed, restored)).toBeNull();
});

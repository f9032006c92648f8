import { expect, test } from 'vitest';
import type { LiveCourse } from '#contract/schemas/courses.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { insertNote, mergeIntoNotes, setNoteText } from './note-live.ts';
import { testNote as note } from './testing/test-note.ts';

const list = [note('a', 1), note('b', 2), note('c', 3)];
const listIds = (notes: readonly Note[]) => notes.map(({ _id }) => _id).join('');

test('inserts new and restored notes in the order of their times, without duplicates', () => {
  const added = { position: 1, kind: 'note-added', data: note('d', 4) } as const;
  expect(listIds(mergeIntoNotes(list, added))).toBe('abcd');
  expect(listIds(mergeIntoNotes(mergeIntoNotes(list, added), added))).toBe('abcd');
  expect(listIds(insertNote(list, note('x', 0)))).toBe('xabc');
  expect(listIds(insertNote(list, note('x', 2)))).toBe('abxc');
});

test('replaces a changed note in its place and removes a removed one', () => {
  const changed = { position: 2, kind: 'note-changed', data: note('b', 2, { notes: 'New text' }) } as const;
  expect(mergeIntoNotes(list, changed)[1]).toMatchObject({ _id: 'b', notes: 'New text' });
  const removed = { position: 3, kind: 'note-removed', data: { _id: 'b' } } as const;
  expect(listIds(mergeIntoNotes(list, removed))).toBe('ac');
});

test('updates the course name only in the notes of the changed course', () => {
  const course = { _id: 'counting', course_name: 'New name', course_code: 'CSE', imageUrl: '/b.svg' };
  const data = course as LiveCourse;
  const notesOfTwoCourses = [...list, note('z', 9, { catalogueId: 'optics', courseName: 'Optics' })];
  const names = mergeIntoNotes(notesOfTwoCourses, { position: 4, kind: 'course-changed', data }).map(
    ({ courseName }) => courseName,
  );
  expect(names).toEqual(['New name', 'New name', 'New name', 'Optics']);
  const other = { ...data, _id: 'statics' };
  expect(mergeIntoNotes(notesOfTwoCourses, { position: 5, kind: 'course-changed', data: other })).toBe(
    notesOfTwoCourses,
  );
});

test('changes the text of one note', () => {
  expect(setNoteText(list, 'b', 'New text').map(({ notes }) => notes)).toEqual([
    'Note a',
    'New text',
    'Note c',
  ]);
  expect(setNoteText(list, 'unknown', 'New text')).toBe(list);
});

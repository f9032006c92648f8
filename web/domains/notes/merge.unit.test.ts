import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import type { Note } from '#contract/notes.ts';
import { mergeIntoNotes, withNote, withText } from './merge.ts';

const note = (id: string, minute: number, changes: Partial<Note> = {}): Note => ({
  ...{ _id: id, notes: `Note ${id}`, courseId: 'way', enrolmentId: 'way', catalogueId: 'counting' },
  ...{ userEmail: 'sam@example.org', courseName: 'Counting', courseCode: 'CSE', courseImageUrl: '/a.svg' },
  ...{ module: 3, second: 84, takenAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() },
  ...{ editedAt: null, ...changes },
});
const list = [note('a', 1), note('b', 2), note('c', 3)];
const ids = (notes: readonly Note[]) => notes.map(({ _id }) => _id).join('');

test('a note comes in its place in time, also one that was restored; twice it is there once', () => {
  const added = { position: 1, kind: 'note-added', data: note('d', 4) } as const;
  expect(ids(mergeIntoNotes(list, added))).toBe('abcd');
  expect(ids(mergeIntoNotes(mergeIntoNotes(list, added), added))).toBe('abcd');
  expect(ids(withNote(list, note('x', 0)))).toBe('xabc');
  expect(ids(withNote(list, note('x', 2)))).toBe('abxc');
});

test('a changed note stays where it is; a removed one goes', () => {
  const changed = { position: 2, kind: 'note-changed', data: note('b', 2, { notes: 'Anew' }) } as const;
  expect(mergeIntoNotes(list, changed)[1]).toMatchObject({ _id: 'b', notes: 'Anew' });
  const removed = { position: 3, kind: 'note-removed', data: { _id: 'b' } } as const;
  expect(ids(mergeIntoNotes(list, removed))).toBe('ac');
});

test('a changed course is seen on its notes, and on no others', () => {
  const course = { _id: 'counting', course_name: 'Counting anew', course_code: 'CSE', imageUrl: '/b.svg' };
  const data = course as Course;
  const both = [...list, note('z', 9, { catalogueId: 'optics', courseName: 'Optics' })];
  const names = mergeIntoNotes(both, { position: 4, kind: 'course-changed', data }).map(
    (one) => one.courseName,
  );
  expect(names).toEqual(['Counting anew', 'Counting anew', 'Counting anew', 'Optics']);
  const other = { ...data, _id: 'statics' };
  expect(mergeIntoNotes(both, { position: 5, kind: 'course-changed', data: other })).toBe(both);
});

test('a text is changed under its id alone', () => {
  expect(withText(list, 'b', 'Anew').map(({ notes }) => notes)).toEqual(['Note a', 'Anew', 'Note c']);
  expect(withText(list, 'nobody', 'Anew')).toBe(list);
});

import { expect, test } from 'vitest';
import { searchWords } from '#contract/fold-text.ts';
import type { Note } from '#contract/schemas/notes.ts';
import { paths } from '../../client/paths.ts';
import { formatPosition } from '../videos/video-position.ts';
import { listCoursesWithNotes, listNotes, matchesSearch, omitListed } from './note-list.ts';
import type { PendingNote } from './pending-notes.ts';
import { testNote } from './testing/test-note.ts';

const note = (id: string, minute: number, changes: Partial<Note> = {}) =>
  testNote(id, minute, { courseName: 'Éclairs', ...changes });
const list = [note('a', 1), note('b', 2), note('c', 3)];

test('lists notes newest first, and keeps a removed note with an unsaved edit in its place', () => {
  const edits = { b: { note: note('b', 2), text: 'Half a' }, c: { note: note('c', 3), text: 'Note' } };
  const listed = listNotes([note('a', 1), note('c', 3)], edits);
  expect(listed.map(({ note: { _id }, isRemoved }) => [_id, isRemoved])).toEqual([
    ['c', false],
    ['b', true],
    ['a', false],
  ]);
  expect(listNotes(list, {}).map(({ note: { _id } }) => _id)).toEqual(['c', 'b', 'a']);
});

test('hides a pending note that the list already contains, unless it was refused', () => {
  const pending: PendingNote = {
    key: 'k',
    enrolmentId: 'enrolment-1',
    catalogueId: 'counting',
    courseName: '',
    courseCode: 'CSE',
    courseImageUrl: '',
    text: 'Note b',
    position: { module: 3, second: 84 },
    problem: null,
    writtenAt: new Date(Date.UTC(2026, 0, 1, 0, 2)).toISOString(),
  };
  expect(omitListed([pending], list)).toEqual([]);
  const notListed: PendingNote[] = [
    { ...pending, problem: 'The note is too long.' },
    { ...pending, text: 'Note x' },
    { ...pending, position: null },
    { ...pending, position: { module: 3, second: 85 } },
    { ...pending, enrolmentId: 'other' },
    { ...pending, writtenAt: new Date(Date.UTC(2026, 0, 1, 8)).toISOString() },
  ];
  for (const other of notListed) expect(omitListed([other], list)).toEqual([other]);
});

test('finds words in the text, course and position, ignoring case and accents', () => {
  const match = note('d', 4, { notes: 'Two’s complément:\nall ones' });
  for (const search of ['', 'complement', 'ÓNES two', 'eclairs', 'cse', 'module 3', '1:24'])
    expect(matchesSearch(match, searchWords(search)), search).toBe(true);
  for (const search of ['twos', 'complement three', 'module 5'])
    expect(matchesSearch(match, searchWords(search))).toBe(false);
});

test('lists the courses by name with the number of notes', () => {
  const notes = [...list, note('z', 9, { catalogueId: 'optics', courseName: 'Dim light' })];
  expect(listCoursesWithNotes(notes).map(({ courseName, count }) => [courseName, count])).toEqual([
    ['Dim light', 1],
    ['Éclairs', 3],
  ]);
});

test('formats a position and links to it', () => {
  expect(formatPosition({ module: 3, second: 84 })).toBe('Module 3 · 1:24');
  expect(paths.learnCourse('enrolment-1', { module: 3, second: 84 })).toBe(
    '/learn-course/enrolment-1?module=3&second=84',
  );
});

test('finds one note among ten thousand', () => {
  const words = 'carry the one and borrow two, Ångström for ångström';
  const many = Array.from({ length: 10_000 }, (_, n) =>
    note(`n${n}`, n, { notes: `${words} ${n}`.repeat(4) }),
  );
  const found = many.filter((candidate) => matchesSearch(candidate, searchWords('angstrom 9999')));
  expect(found.map(({ _id }) => _id)).toEqual(['n9999']);
});

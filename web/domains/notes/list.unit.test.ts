import { expect, test } from 'vitest';
import type { Note } from '#contract/notes.ts';
import { wordsOf } from '../../ui/text/fold.ts';
import { coursesOf, listedNotes, matches, notYetListed } from './list.ts';
import { placeAddress, placeName, timeOf } from './place.ts';
import type { UnsentNote } from './unsent.ts';

const note = (id: string, minute: number, changes: Partial<Note> = {}): Note => ({
  ...{ _id: id, notes: `Note ${id}`, courseId: 'way', enrolmentId: 'way', catalogueId: 'counting' },
  ...{ userEmail: 'sam@example.org', courseName: 'Éclairs', courseCode: 'CSE', courseImageUrl: '/a.svg' },
  ...{ module: 3, second: 84, takenAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() },
  ...{ editedAt: null, ...changes },
});
const list = [note('a', 1), note('b', 2), note('c', 3)];

test('the newest comes first; what was removed under an edit keeps its place', () => {
  const edits = { b: { note: note('b', 2), text: 'Half a' }, c: { note: note('c', 3), text: 'Note' } };
  const shown = listedNotes([note('a', 1), note('c', 3)], edits);
  expect(shown.map(({ note: { _id }, gone }) => [_id, gone])).toEqual([
    ['c', false],
    ['b', true],
    ['a', false],
  ]);
  expect(listedNotes(list, {}).map(({ note: { _id } }) => _id)).toEqual(['c', 'b', 'a']);
});

test('a note on its way is not shown twice once its own tab is told of it; one that failed stays', () => {
  const unsent: UnsentNote = {
    ...{ key: 'k', enrolmentId: 'way', catalogueId: 'counting', courseName: '', courseCode: 'CSE' },
    ...{ courseImageUrl: '', text: 'Note b', place: { module: 3, second: 84 }, problem: null },
    writtenAt: new Date(Date.UTC(2026, 0, 1, 0, 2)).toISOString(),
  };
  expect(notYetListed([unsent], list)).toEqual([]);
  const others: UnsentNote[] = [
    { ...unsent, problem: 'No line.' },
    { ...unsent, text: 'Note x' },
    { ...unsent, place: null },
    { ...unsent, place: { module: 3, second: 85 } },
    { ...unsent, enrolmentId: 'other' },
    { ...unsent, writtenAt: new Date(Date.UTC(2026, 0, 1, 8)).toISOString() },
  ];
  for (const other of others) expect(notYetListed([other], list)).toEqual([other]);
});

test('every word is found in the text, the course or the place, without case and accents', () => {
  const one = note('d', 4, { notes: 'Two’s complément:\nall ones' });
  for (const search of ['', 'complement', 'ÓNES two', 'eclairs', 'cse', 'module 3', '1:24'])
    expect(matches(one, wordsOf(search)), search).toBe(true);
  for (const search of ['twos', 'complement three', 'module 5'])
    expect(matches(one, wordsOf(search))).toBe(false);
});

test('courses stand by their names, with how many notes there are of each', () => {
  const notes = [...list, note('z', 9, { catalogueId: 'optics', courseName: 'Dim light' })];
  expect(coursesOf(notes).map(({ courseName, count }) => [courseName, count])).toEqual([
    ['Dim light', 1],
    ['Éclairs', 3],
  ]);
});

test('a place is said as a player says it, and leads back', () => {
  expect([0, 9, 84.9, 600, 3_723].map(timeOf)).toEqual(['0:00', '0:09', '1:24', '10:00', '1:02:03']);
  expect(placeName({ module: 3, second: 84 })).toBe('Module 3 · 1:24');
  expect(placeAddress('way', { module: 3, second: 84 })).toBe('/learn-course/way?module=3&second=84');
});

test('ten thousand notes are searched at once', () => {
  const words = 'carry the one and borrow two, Ångström for ångström';
  const many = Array.from({ length: 10_000 }, (_, n) =>
    note(`n${n}`, n, { notes: `${words} ${n}`.repeat(4) }),
  );
  const found = many.filter((one) => matches(one, wordsOf('angstrom 9999')));
  expect(found.map(({ _id }) => _id)).toEqual(['n9999']);
});

import { expect, test } from 'vitest';
import { type AcknowledgedAct, compareActs } from './compare-acts.ts';

const act = (event: string | null, position: number): AcknowledgedAct => ({
  ...{ event, position, ms: 1, attempts: 1 },
});
const appended = (position: number, type: string, commandId: string, stream = 'course-1') => ({
  ...{ position, type, commandId, stream },
});
const log = [
  appended(6, 'CourseAdded', 'a'),
  appended(7, 'UserRegistered', 'b', 'user-1'),
  appended(8, 'AdminAppointed', 'b', 'admins'),
  appended(9, 'NoteTaken', 'c', 'note-1'),
];

test('finds each acknowledged act at its position', () => {
  const acts = [act('CourseAdded', 6), act('UserRegistered', 8), act('NoteTaken', 9), act(null, 2)];
  expect(compareActs(acts, log, 5)).toEqual({ acknowledged: 4, lost: 0, executedTwice: 0, isDense: true });
});

test.each([
  ['nothing', act('NoteTaken', 10)],
  ['the event of another act', act('NoteTaken', 6)],
])('counts an act as lost if its position has %s', (_, lost) => {
  expect(compareActs([lost], log, 5).lost).toBe(1);
});

test('counts an act as lost if another act was acknowledged with the same event', () => {
  expect(compareActs([act('NoteTaken', 9), act('NoteTaken', 9)], log, 5).lost).toBe(1);
});

test.each([
  ['at separate positions', [appended(10, 'CourseEdited', 'a')]],
  ['with the same event twice', [appended(10, 'NoteTaken', 'c', 'note-1')]],
])('finds a command that was executed twice, %s', (_, more) => {
  expect(compareActs([], [...log, ...more], 5).executedTwice).toBe(1);
});

test('finds a gap in the positions', () => {
  expect(compareActs([], log, 4).isDense).toBe(false);
  expect(compareActs([], log.toSpliced(1, 1), 5).isDense).toBe(false);
});

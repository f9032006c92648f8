import { expect, test } from 'vitest';
import { isTaughtBy } from './taught-by.ts';

const ada = { _id: 'ada', name: 'Ada Okafor' };

test('a course is its instructor’s by id, and by name only where it has no id', () => {
  expect(isTaughtBy({ instructorId: 'ada', instructor: 'Somebody' }, ada)).toBe(true);
  expect(isTaughtBy({ instructorId: 'bob', instructor: 'Ada Okafor' }, ada)).toBe(false);
  expect(isTaughtBy({ instructorId: null, instructor: ' ada okafor' }, ada)).toBe(true);
  expect(isTaughtBy({ instructorId: null, instructor: 'Ada' }, ada)).toBe(false);
});

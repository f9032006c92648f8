import { expect, test } from 'vitest';
import { isTaughtBy } from './is-taught-by.ts';

const ada = { _id: 'ada', name: 'Ada Okafor' };

test('compares the name only if the course has no instructor id', () => {
  expect(isTaughtBy({ instructorId: 'ada', instructor: 'Somebody' }, ada)).toBe(true);
  expect(isTaughtBy({ instructorId: 'bob', instructor: 'Ada Okafor' }, ada)).toBe(false);
  expect(isTaughtBy({ instructorId: null, instructor: ' ada okafor' }, ada)).toBe(true);
  expect(isTaughtBy({ instructorId: null, instructor: 'Ada' }, ada)).toBe(false);
});

import { expect, test } from 'vitest';
import { describeTeacher } from './describe-teacher.ts';

test('a teacher whose name is not loaded does not look like an empty field', () => {
  expect(describeTeacher(undefined, false)).toBe('Loading…');
  expect(describeTeacher(undefined, true)).toBe('Unknown teacher');
  expect(describeTeacher([], false)).toBe('Unknown teacher');
  expect(describeTeacher([{ name: 'Emmy Noether' }], false)).toBe('Emmy Noether');
});

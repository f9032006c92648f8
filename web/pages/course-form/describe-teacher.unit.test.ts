import { expect, test } from 'vitest';
import { describeTeacher } from './describe-teacher.ts';

test('returns the name of the teacher, or says that it is loading or unknown', () => {
  expect(describeTeacher(undefined, false)).toBe('Loading…');
  expect(describeTeacher(undefined, true)).toBe('Unknown teacher');
  expect(describeTeacher([], false)).toBe('Unknown teacher');
  expect(describeTeacher([{ name: 'Emmy Noether' }], false)).toBe('Emmy Noether');
});

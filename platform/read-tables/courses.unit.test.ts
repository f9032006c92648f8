import { expect, test } from 'vitest';
import { containsPattern } from './courses.ts';

test('escapes the special characters of LIKE', () => {
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

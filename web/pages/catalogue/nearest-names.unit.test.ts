import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

test('finds similar names despite typing errors', () => {
  const names = ['Linear Algebra', 'A History of Ideas', 'Power Electronics'];
  expect(nearestNames('algerba', names)[0]).toBe('Linear Algebra');
  expect(nearestNames('histroy', names)[0]).toBe('A History of Ideas');
  expect(nearestNames('electronics for quiet evenings', names)).toEqual(['Power Electronics']);
  expect(nearestNames('zzzz', names)).toEqual([]);
  expect(nearestNames('', names)).toEqual([]);
});

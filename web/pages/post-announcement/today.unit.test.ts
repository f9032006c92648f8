import { expect, test } from 'vitest';
import { today } from './today.ts';

test('uses the local date, not the UTC date', () => {
  expect(today(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
  expect(today(new Date(2026, 10, 30, 23, 59))).toBe('2026-11-30');
});

import { expect, test } from 'vitest';
import { readTimeSpan } from './time-span.ts';

const read = (query: string, today = '2026-11-21') => readTimeSpan(new URLSearchParams(query), today);

test('starts with a whole week or month and ends today', () => {
  expect(read('span=12w')).toEqual({ name: '12w', by: 'week', from: '2026-08-31', to: '2026-11-21' });
  expect(read('span=12w', '2026-11-23')).toMatchObject({ from: '2026-09-07' });
  expect(read('span=6m')).toEqual({ name: '6m', by: 'week', from: '2026-06-01', to: '2026-11-21' });
  expect(read('span=6m', '2026-03-31')).toMatchObject({ from: '2025-10-01' });
  expect(read('')).toEqual({ name: '12m', by: 'month', from: '2025-12-01', to: '2026-11-21' });
});

test('reads the span and the period from the address', () => {
  expect(read('span=all&by=week')).toEqual({ name: 'all', by: 'week', to: '2026-11-21' });
  expect(read('span=12w&by=month')).toMatchObject({ by: 'month' });
  expect(read('span=invalid&by=day')).toMatchObject({ name: '12m', by: 'month' });
});

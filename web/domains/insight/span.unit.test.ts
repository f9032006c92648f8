import { expect, test } from 'vitest';
import { spanFrom } from './span.ts';

const of = (query: string, today = '2026-11-21') => spanFrom(new URLSearchParams(query), today);

test('whole weeks and whole months up to today', () => {
  expect(of('span=12w')).toEqual({ name: '12w', by: 'week', from: '2026-08-31', to: '2026-11-21' });
  expect(of('span=12w', '2026-11-23')).toMatchObject({ from: '2026-09-07' });
  expect(of('span=6m')).toEqual({ name: '6m', by: 'week', from: '2026-06-01', to: '2026-11-21' });
  expect(of('span=6m', '2026-03-31')).toMatchObject({ from: '2025-10-01' });
  expect(of('')).toEqual({ name: '12m', by: 'month', from: '2025-12-01', to: '2026-11-21' });
});

test('from the beginning, and by what was chosen', () => {
  expect(of('span=all&by=week')).toEqual({ name: 'all', by: 'week', to: '2026-11-21' });
  expect(of('span=12w&by=month')).toMatchObject({ by: 'month' });
  expect(of('span=nonsense&by=day')).toMatchObject({ name: '12m', by: 'month' });
});

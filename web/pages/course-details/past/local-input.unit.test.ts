import { expect, test } from 'vitest';
import { parseLocalInput, toLocalInput } from './local-input.ts';

test('formats a time to the second, and parses it as the end of that second', () => {
  const time = new Date(2026, 2, 5, 8, 7, 6, 123);
  expect(toLocalInput(time)).toBe('2026-03-05T08:07:06');
  expect(parseLocalInput('2026-03-05T08:07:06')).toEqual(new Date(2026, 2, 5, 8, 7, 6, 999));
  // Browsers leave out seconds that are zero.
  expect(parseLocalInput('2026-03-05T08:07')).toEqual(new Date(2026, 2, 5, 8, 7, 0, 999));
});

test('returns null for a text that is not a time', () => {
  for (const value of ['', '2026-03-05', '2026-13-05T08:07', 'tomorrow'])
    expect(parseLocalInput(value)).toBeNull();
});

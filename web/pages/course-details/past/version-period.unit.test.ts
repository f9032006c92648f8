import { expect, test } from 'vitest';
import { formatMoment, formatVersionPeriod } from './version-period.ts';

const at = new Date(2026, 2, 3, 14, 5, 9).toISOString();
const until = new Date(2026, 2, 5, 9, 0, 0).toISOString();

test('formats a moment in the time zone of this device', () => {
  expect(formatMoment(at)).toBe('3 March 2026, 14:05:09');
});

test('formats the period of a version', () => {
  expect(formatVersionPeriod({ at, until, removed: false })).toBe(
    'from 3 March 2026, 14:05:09 until 5 March 2026, 09:00:00',
  );
  expect(formatVersionPeriod({ at, until: null, removed: false })).toBe(
    'since 3 March 2026, 14:05:09, still current',
  );
  expect(formatVersionPeriod({ at, until: null, removed: true })).toBe('since 3 March 2026, 14:05:09');
});

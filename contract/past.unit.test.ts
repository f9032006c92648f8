import { expect, test } from 'vitest';
import { pastInWords } from './past.ts';

test('the moment is said in words, in UTC wherever the machine stands', () => {
  expect(pastInWords(new Date('2026-11-01T13:00:59+01:00'))).toBe(
    'You see the school as it was on 1 November 2026, 12:00 UTC. Nothing can be changed here.',
  );
});

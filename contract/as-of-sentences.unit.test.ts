import { expect, test } from 'vitest';
import { asOfSentence } from './as-of-sentences.ts';

test('names the moment in UTC', () => {
  expect(asOfSentence(new Date('2026-11-01T13:00:59+01:00'))).toBe(
    'You see the school as it was on 1 November 2026, 12:00 UTC. Nothing can be changed here.',
  );
});

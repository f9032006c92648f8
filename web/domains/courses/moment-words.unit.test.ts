import { expect, test } from 'vitest';
import { momentInWords, stoodInWords } from './moment-words.ts';

const at = new Date(2026, 2, 3, 14, 5, 9).toISOString();
const until = new Date(2026, 2, 5, 9, 0, 0).toISOString();

test('a moment by the reader’s own clock', () => {
  expect(momentInWords(at)).toBe('3 March 2026, 14:05:09');
});

test('from when to when a version stood', () => {
  expect(stoodInWords({ at, until, removed: false })).toBe(
    'from 3 March 2026, 14:05:09 until 5 March 2026, 09:00:00',
  );
  expect(stoodInWords({ at, until: null, removed: false })).toBe(
    'since 3 March 2026, 14:05:09, and as it still is',
  );
  expect(stoodInWords({ at, until: null, removed: true })).toBe('since 3 March 2026, 14:05:09');
});

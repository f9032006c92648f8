import { expect, test } from 'vitest';
import { compareLogDigests, digestOf, type LogDigests } from './log-digests.ts';

const digestsOf = (...contents: string[]): LogDigests => ({
  digests: contents.map((digest, index) => ({ position: index + 1, digest })),
});
const expected = digestsOf('a', 'b', 'c');

test('accepts a log with the same events', () => {
  expect(compareLogDigests(expected, digestsOf('a', 'b', 'c'))).toEqual([]);
  expect(digestOf(digestsOf('a', 'b', 'c'))).toBe(digestOf(expected));
});

test.each<[string, LogDigests, string[]]>([
  [
    'lacks its last event',
    digestsOf('a', 'b'),
    ['the log ends at position 2 instead of 3', 'the event at position 3 is missing or differs'],
  ],
  [
    'lacks an event in the middle',
    { digests: expected.digests.filter(({ position }) => position !== 2) },
    ['the event at position 2 is missing or differs'],
  ],
  ['has a changed event', digestsOf('a', 'x', 'c'), ['the event at position 2 is missing or differs']],
  ['has one event too many', digestsOf('a', 'b', 'c', 'd'), ['the log ends at position 4 instead of 3']],
])('refuses a log that %s', (_, restored, failures) => {
  expect(compareLogDigests(expected, restored)).toEqual(failures);
  expect(digestOf(restored)).not.toBe(digestOf(expected));
});

import { expect, test } from 'vitest';
import { compareRecords, digestOf, type LogRecord } from './log-record.ts';

const recordOf = (...contents: string[]): LogRecord => ({
  digests: contents.map((digest, index) => ({ position: index + 1, digest })),
});
const recorded = recordOf('a', 'b', 'c');

test('accepts a log with the same events', () => {
  expect(compareRecords(recorded, recordOf('a', 'b', 'c'))).toEqual([]);
  expect(digestOf(recordOf('a', 'b', 'c'))).toBe(digestOf(recorded));
});

test.each<[string, LogRecord, string[]]>([
  [
    'lacks its last event',
    recordOf('a', 'b'),
    ['the log ends at position 2 instead of 3', 'the event at position 3 is missing or differs'],
  ],
  [
    'lacks an event in the middle',
    { digests: recorded.digests.filter(({ position }) => position !== 2) },
    ['the event at position 2 is missing or differs'],
  ],
  ['has a changed event', recordOf('a', 'x', 'c'), ['the event at position 2 is missing or differs']],
  ['has one event too many', recordOf('a', 'b', 'c', 'd'), ['the log ends at position 4 instead of 3']],
])('refuses a log that %s', (_, restored, failures) => {
  expect(compareRecords(recorded, restored)).toEqual(failures);
  expect(digestOf(restored)).not.toBe(digestOf(recorded));
});

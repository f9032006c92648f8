import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveCursor } from './cursor.ts';

const log = 'a0000000-0000-4000-8000-000000000000';
const other = 'b0000000-0000-4000-8000-000000000000';

test('the first connection asks for everything after the earliest read', () => {
  const cursor = liveCursor();
  expect(cursor.handshake(null)).toEqual({});
  expect(cursor.handshake({ position: 5, logId: log })).toEqual({ since: 5, logId: log });
});

test('a later connection asks for what comes after the last message', () => {
  const cursor = liveCursor();
  cursor.welcome({ position: 10, logId: log, refetch: false });
  cursor.accept({ position: 12 });
  expect(cursor.handshake({ position: 1, logId: log })).toEqual({ since: 12, logId: log });
});

test('a welcome never leads backwards, unless the log is another or the server says refetch', () => {
  const cursor = liveCursor();
  expect(cursor.welcome({ position: 10, logId: log, refetch: false })).toBe(false);
  expect(cursor.welcome({ position: 8, logId: log, refetch: false })).toBe(false);
  expect(cursor.accept({ position: 9 })).toBe(false);
  expect(cursor.welcome({ position: 8, logId: log, refetch: true })).toBe(true);
  expect(cursor.accept({ position: 9 })).toBe(true);
  expect(cursor.welcome({ position: 3, logId: other, refetch: false })).toBe(true);
  expect(cursor.handshake(null)).toEqual({ since: 3, logId: other });
});

test('a tab that is told nothing for long comes back from where it was told that it stands', () => {
  const cursor = liveCursor();
  cursor.reach(7);
  expect(cursor.handshake(null)).toEqual({});
  cursor.welcome({ position: 10, logId: log, refetch: false });
  cursor.reach(9_000);
  cursor.reach(8_000);
  expect(cursor.handshake(null)).toEqual({ since: 9_000, logId: log });
  expect(cursor.accept({ position: 9_000 })).toBe(false);
  expect(cursor.accept({ position: 9_001 })).toBe(true);
});

test('whatever is sent twice or late, each position is taken once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (positions) => {
      const cursor = liveCursor();
      const taken = positions.filter((position) => cursor.accept({ position }));
      const rising = taken.every((position, at) => at === 0 || position > (taken[at - 1] ?? 0));
      const highest = Math.max(0, ...positions);
      return rising && (taken.at(-1) ?? 0) === highest;
    }),
  );
});

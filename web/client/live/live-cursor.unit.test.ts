import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogPosition } from '../api/log-position.ts';
import { createLiveCursor } from './live-cursor.ts';

const logId = 'a0000000-0000-4000-8000-000000000000';
const otherLogId = 'b0000000-0000-4000-8000-000000000000';

test('asks for all updates since the earliest read when it connects for the first time', () => {
  const cursor = createLiveCursor();
  expect(cursor.handshake(null)).toEqual({});
  expect(cursor.handshake({ position: 5, logId })).toEqual({ since: 5, logId });
});

test('asks for the updates since the last one when it reconnects', () => {
  const cursor = createLiveCursor();
  cursor.welcome({ position: 10, logId, refetch: false });
  cursor.accept({ position: 12 });
  expect(cursor.handshake({ position: 1, logId })).toEqual({ since: 12, logId });
});

test('moves back if the server asks for a refetch or the log has a different history, but not after any other welcome', () => {
  const cursor = createLiveCursor();
  expect(cursor.welcome({ position: 10, logId, refetch: false })).toBe(false);
  expect(cursor.welcome({ position: 8, logId, refetch: false })).toBe(false);
  expect(cursor.accept({ position: 9 })).toBe(false);
  expect(cursor.welcome({ position: 8, logId, refetch: true })).toBe(true);
  expect(cursor.accept({ position: 9 })).toBe(true);
  expect(cursor.welcome({ position: 3, logId: otherLogId, refetch: false })).toBe(true);
  expect(cursor.handshake(null)).toEqual({ since: 3, logId: otherLogId });
});

test('requires a refetch if data was read between the first handshake and its welcome, at an earlier position or in a different history', () => {
  const welcome = { position: 10, logId, refetch: false };
  const welcomeAfterRead = (earliestRead: LogPosition | null) => {
    const cursor = createLiveCursor();
    cursor.handshake(null);
    cursor.accept({ position: 9 });
    return cursor.welcome(welcome, earliestRead);
  };
  expect(welcomeAfterRead(null)).toBe(false);
  expect(welcomeAfterRead({ position: 8, logId })).toBe(true);
  expect(welcomeAfterRead({ position: 10, logId })).toBe(false);
  expect(welcomeAfterRead({ position: 10, logId: otherLogId })).toBe(true);

  const cursor = createLiveCursor();
  cursor.handshake({ position: 5, logId });
  expect(cursor.welcome(welcome, { position: 5, logId })).toBe(false);
});

test('requires one refetch after the cursor may have passed updates that this tab did not get', () => {
  const cursor = createLiveCursor();
  cursor.welcome({ position: 10, logId, refetch: false });
  cursor.advanceTo(20);
  cursor.requireRefetch();
  expect(cursor.handshake(null)).toEqual({ since: 20, logId });
  expect(cursor.welcome({ position: 20, logId, refetch: false })).toBe(true);
  expect(cursor.welcome({ position: 20, logId, refetch: false })).toBe(false);
});

test('advances without updates when the server reports a position', () => {
  const cursor = createLiveCursor();
  cursor.advanceTo(7);
  expect(cursor.handshake(null)).toEqual({});
  cursor.welcome({ position: 10, logId, refetch: false });
  cursor.advanceTo(9_000);
  cursor.advanceTo(8_000);
  expect(cursor.handshake(null)).toEqual({ since: 9_000, logId });
  expect(cursor.accept({ position: 9_000 })).toBe(false);
  expect(cursor.accept({ position: 9_001 })).toBe(true);
});

test('accepts each position at most once and in order up to the highest, even if updates arrive twice or late', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (positions) => {
      const cursor = createLiveCursor();
      const accepted = positions.filter((position) => cursor.accept({ position }));
      const isRising = accepted.every(
        (position, index) => index === 0 || position > (accepted[index - 1] ?? 0),
      );
      const highest = Math.max(0, ...positions);
      return isRising && (accepted.at(-1) ?? 0) === highest;
    }),
  );
});

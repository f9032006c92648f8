import { expect, test } from 'vitest';
import { heldBack } from './fresh.ts';

const others = (position: number, courseId: string | null = null) => ({ position, own: false, courseId });
const own = (position: number) => ({ position, own: true, courseId: null });
const joined = { c1: 7 };

test('what came after the look waits, one’s own is shown at once', () => {
  const { shown, waiting } = heldBack([own(9), others(8), others(5), own(3)], 5, joined);
  expect(shown).toEqual([own(9), others(5), own(3)]);
  expect(waiting).toBe(1);
});

test('what waits has not been seen, though one’s own that is newer is shown', () => {
  const seenUpTo = (...given: [Parameters<typeof heldBack>[0], number]) =>
    heldBack(...given, joined).seenUpTo;
  expect(seenUpTo([own(9), others(8), others(5)], 5)).toBe(5);
  expect(seenUpTo([own(9), others(5)], 5)).toBe(9);
  expect(seenUpTo([others(8), others(5)], 8)).toBe(8);
  expect(seenUpTo([], 0)).toBe(0);
  // What was announced in a course before one came to it is seen now, and not before.
  expect(seenUpTo([others(5), others(3, 'c1')], 5)).toBe(7);
  expect(seenUpTo([others(9), others(5), others(3, 'c1')], 5)).toBe(5);
});

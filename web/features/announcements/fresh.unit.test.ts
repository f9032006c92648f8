import { expect, test } from 'vitest';
import { heldBack } from './fresh.ts';

const others = (position: number) => ({ position, own: false });
const own = (position: number) => ({ position, own: true });

test('what came after the look waits, one’s own is shown at once', () => {
  const { shown, waiting } = heldBack([own(9), others(8), others(5), own(3)], 5);
  expect(shown).toEqual([own(9), others(5), own(3)]);
  expect(waiting).toBe(1);
});

test('what waits has not been seen, though one’s own that is newer is shown', () => {
  expect(heldBack([own(9), others(8), others(5)], 5).seenUpTo).toBe(5);
  expect(heldBack([own(9), others(5)], 5).seenUpTo).toBe(9);
  expect(heldBack([others(8), others(5)], 8).seenUpTo).toBe(8);
  expect(heldBack([], 0).seenUpTo).toBe(0);
});

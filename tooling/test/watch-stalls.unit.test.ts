import { expect, test } from 'vitest';
import { watchStalls } from './watch-stalls.ts';

const blockFor = (durationMs: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);

test('notices that the process was paused', () => {
  const readStalls = watchStalls(5_000);
  blockFor(1_500);
  expect(readStalls()).toEqual([]);
  const readShortStalls = watchStalls(200);
  blockFor(1_500);
  const [stall] = readShortStalls();
  expect(stall?.seconds).toBeGreaterThan(0.2);
  expect(readShortStalls()).toHaveLength(1);
});

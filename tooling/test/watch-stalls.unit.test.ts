import { expect, test } from 'vitest';
import { watchStalls } from './watch-stalls.ts';

const blockMs = (duration: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);

test('notices that the process was paused', () => {
  const readStalls = watchStalls(5_000);
  blockMs(1_500);
  expect(readStalls()).toEqual([]);
  const readShortStalls = watchStalls(200);
  blockMs(1_500);
  const [stall] = readShortStalls();
  expect(stall?.seconds).toBeGreaterThan(0.2);
  expect(readShortStalls()).toHaveLength(1);
});

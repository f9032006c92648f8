import { expect, test } from 'vitest';
import { watchStalls } from './watch-stalls.ts';

test('notices that the process was paused', () => {
  let now = 0;
  const readStalls = watchStalls(20_000, () => now);
  now += 15_000;
  expect(readStalls()).toEqual([]);
  now += 61_000;
  expect(readStalls()).toEqual([{ endedAt: expect.any(Date), seconds: 60 }]);
  expect(readStalls()).toHaveLength(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSpreadRefetch } from './spread-refetch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('fetches once for several changes, at the earliest scheduled time, and again for a later change', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const refetch = vi.fn();
  const schedule = createSpreadRefetch(refetch, 100);
  for (const spreadMs of [10_000, 400, 2_000]) schedule(spreadMs);
  // The earliest time is 100 + 0.5 * 400 = 300 ms from now.
  vi.advanceTimersByTime(299);
  expect(refetch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(refetch).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(refetch).toHaveBeenCalledTimes(1);
  schedule(0);
  vi.advanceTimersByTime(100);
  expect(refetch).toHaveBeenCalledTimes(2);
});

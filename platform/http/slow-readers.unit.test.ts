import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSlowReading } from './slow-readers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const limits = { graceMs: 30_000, minBytesPerSecond: 1_000 };
const chunksOf = async function* (bytes: number) {
  for (;;) yield 'x'.repeat(bytes);
};

/** Reads chunks, with a pause after each. Returns the milliseconds after which the client was too slow, or null if it was not. */
const read = async (bytes: number, pausesMs: readonly number[]): Promise<number | null> => {
  const beganAtMs = performance.now();
  let tooSlowAfter: number | null = null;
  const onTooSlow = () => {
    tooSlowAfter = performance.now() - beganAtMs;
  };
  const reading = endSlowReading(chunksOf(bytes), onTooSlow, limits);
  for (const pauseMs of pausesMs) {
    await reading.next();
    vi.advanceTimersByTime(pauseMs);
    if (tooSlowAfter !== null) break;
  }
  await reading.return(undefined);
  expect(vi.getTimerCount()).toBe(0);
  return tooSlowAfter;
};
const repeatPause = (count: number, pauseMs: number) => Array.from({ length: count }, () => pauseMs);

test('reports a client that reads nothing for the grace time', async () => {
  expect(await read(1, [40_000])).toBe(30_001);
});

test('reports a client that keeps reading, but below the minimum rate', async () => {
  // 100 bytes each second: the grace time is used up after 33 s.
  expect(await read(100, repeatPause(1_000, 1_000))).toBeCloseTo(33_100, -3);
});

test('never reports a client that reads each chunk within the time that its bytes take at the minimum rate', async () => {
  expect(await read(20_000, repeatPause(1_000, 20_000))).toBeNull();
  expect(await read(1_000_000, repeatPause(10, 1_000_000))).toBeNull();
});

test('lets a client that reads fast at first save no more than the grace time', async () => {
  const fast = repeatPause(1_000, 0);
  expect(await read(100, [...fast, 40_000])).toBe(30_100);
});

test('does not count the time to create a chunk', async () => {
  let tooSlow = 0;
  const slowChunks = async function* () {
    yield 'first';
    vi.advanceTimersByTime(100_000);
    yield 'second';
  };
  const onTooSlow = () => {
    tooSlow += 1;
  };
  const reading = endSlowReading(slowChunks(), onTooSlow, limits);
  await reading.next();
  await reading.next();
  vi.advanceTimersByTime(29_000);
  await reading.next();
  expect(tooSlow).toBe(0);
});

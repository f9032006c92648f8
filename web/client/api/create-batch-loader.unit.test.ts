import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatchLoader } from './create-batch-loader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const setup = () => {
  const calls: (readonly string[])[] = [];
  const load = createBatchLoader<string>(
    async (keys) => {
      calls.push(keys);
      if (keys.includes('bad')) throw new Error('refused');
      return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]));
    },
    { maxKeys: 2 },
  );
  return { load, calls };
};

test('loads keys together in batches, each key once, and returns null for a key without a value', async () => {
  const { load, calls } = setup();
  const values = Promise.all(['c', 'a', 'unknown', 'a'].map(load));
  await vi.advanceTimersByTimeAsync(10);
  expect(await values).toEqual(['C', 'A', null, 'A']);
  expect(calls).toEqual([['a', 'c'], ['unknown']]);
  const later = load('a');
  await vi.advanceTimersByTimeAsync(10);
  expect(await later).toBe('A');
  expect(calls).toHaveLength(3);
});

test('rejects only the requests of the batch that fails', async () => {
  const { load } = setup();
  const results = Promise.allSettled(['a', 'bad', 'z'].map(load));
  await vi.advanceTimersByTimeAsync(10);
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

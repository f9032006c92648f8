import { expect, onTestFinished, test, vi } from 'vitest';
import type { StreamRead } from './aggregate.ts';
import { StateCache } from './state-cache.ts';

const noEvents = {
  readStreamsInRun: async () => ({ primaryRun: 'run', events: [[]] }),
  primaryRun: async () => 'run',
};

/** Caches a state for a stream: a text of `length` characters. */
const store = async (cache: StateCache, stream: string, length: number) => {
  const aggregate = { name: 'note', initial: { text: '' }, evolve: () => ({ text: 'x'.repeat(length) }) };
  const read = { aggregate, stream } as unknown as StreamRead<unknown>;
  await cache.load([read]);
  cache.advance(read, { state: aggregate.initial, version: 0 }, [{ type: 'NoteTaken', data: {} }], 'run');
};

test('evicts states when all states together take too much memory', async () => {
  const cache = new StateCache(noEvents, { maxBytes: 1_000_000 });
  for (let note = 0; note < 1_000; note += 1) await store(cache, `note-${note}`, 10_000);
  expect(cache.bytes).toBeGreaterThan(900_000);
  expect(cache.bytes).toBeLessThanOrEqual(1_000_000);
});

test('evicts a state when its time to live is over, even if nobody asks for it again', async () => {
  const cache = new StateCache(noEvents, { ttlMs: 20 });
  await store(cache, 'note-1', 10_000);
  expect(cache.bytes).toBeGreaterThan(20_000);
  await expect.poll(() => cache.bytes).toBe(0);
});

test('asks for the run of the primary once for several concurrent loads, and again after a failure', async () => {
  // Installed before the cache reads the clock, because the simulated time begins at 0.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const cache = new StateCache({
    ...noEvents,
    primaryRun: async () => {
      asked += 1;
      if (asked === 1) throw new Error('The primary does not answer.');
      return 'run';
    },
  });
  await store(cache, 'note-1', 10);
  vi.advanceTimersByTime(6_000);
  const loadMany = () => Promise.allSettled([1, 2, 3].map(() => cache.loadConfirmed([])));
  expect((await loadMany()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect((await loadMany()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(asked).toBe(2);
  await loadMany();
  expect(asked).toBe(2);
});

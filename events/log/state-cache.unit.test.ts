import { expect, test } from 'vitest';
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

test('forgets the oldest states when they take too much memory together', async () => {
  const cache = new StateCache(noEvents, { maxBytes: 1_000_000 });
  for (let note = 0; note < 1_000; note += 1) await store(cache, `note-${note}`, 10_000);
  expect(cache.bytes).toBeGreaterThan(900_000);
  expect(cache.bytes).toBeLessThanOrEqual(1_000_000);
});

test('forgets a state in time, even if nobody asks for it again', async () => {
  const cache = new StateCache(noEvents, { ttlMs: 20 });
  await store(cache, 'note-1', 10_000);
  expect(cache.bytes).toBeGreaterThan(20_000);
  await expect.poll(() => cache.bytes).toBe(0);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitReadRate } from './limit-read-rate.ts';

const reads: [number, number][] = [];
const log = {
  head: async () => 95,
  readPage: async (after: number, limit: number) => {
    reads.push([after, limit]);
    return { events: [], head: 95 };
  },
};

test('reads a page in small parts up to the head, and waits between the parts', async () => {
  let time = 0;
  const waits: number[] = [];
  const clock = {
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      time += ms;
    },
  };
  await limitReadRate(log, 160, new AbortController().signal, clock).readPage(5, 1_000);
  expect(reads).toEqual([
    [5, 40],
    [45, 40],
    [85, 10],
  ]);
  // 40 positions at 160 per second take a quarter of a second.
  expect(waits).toEqual([250, 250]);
});

test('returns the reader itself if there is no limit', () => {
  expect(limitReadRate(log, Number.POSITIVE_INFINITY, new AbortController().signal)).toBe(log);
});

test('rejects if the signal aborts during a wait', async () => {
  const stop = new AbortController();
  const reading = limitReadRate(log, 1, stop.signal).readPage(0, 10);
  // The first part is read at once. Then the wait for the second one begins.
  await nextTurn();
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
});

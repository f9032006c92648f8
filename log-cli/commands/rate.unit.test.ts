import { expect, test } from 'vitest';
import { atRate } from './rate.ts';

const asked: [number, number][] = [];
const log = {
  head: async () => 95,
  readPage: async (after: number, limit: number) => {
    asked.push([after, limit]);
    return { events: [], head: 95 };
  },
};

test('a page is read in even pieces up to the end of the log, one after the other', async () => {
  let time = 0;
  const waits: number[] = [];
  const clock = {
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      time += ms;
    },
  };
  await atRate(log, 160, new AbortController().signal, clock).readPage(5, 1_000);
  expect(asked).toEqual([
    [5, 40],
    [45, 40],
    [85, 10],
  ]);
  // 40 positions at 160 a second take a quarter of a second.
  expect(waits).toEqual([250, 250]);
});

test('as fast as it goes it is the log itself; an interrupt ends the waiting', async () => {
  expect(atRate(log, Number.POSITIVE_INFINITY, new AbortController().signal)).toBe(log);
  const stop = new AbortController();
  const reading = atRate(log, 1, stop.signal).readPage(0, 10);
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow();
});

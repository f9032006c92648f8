import { setTimeout as sleep } from 'node:timers/promises';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';

type Read = Pick<LogReader, 'readPage' | 'head'>;

/** How time passes: a test has another one. */
export type Time = { now: () => number; wait: (ms: number, signal: AbortSignal) => Promise<void> };

const ordinary: Time = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** A page is read in pieces: a slow rate is even, not a burst now and then. */
const piecesASecond = 4;

/**
 * The log, read at so many positions a second at most, so that others who use the database notice nothing.
 * @param rate infinite for as fast as it can.
 */
export const atRate = (
  reader: Read,
  rate: number,
  signal: AbortSignal,
  { now, wait }: Time = ordinary,
): Read => {
  if (!Number.isFinite(rate)) return reader;
  const length = Math.max(1, Math.ceil(rate / piecesASecond));
  let free = now();
  return {
    head: () => reader.head(),
    async readPage(after, limit, types) {
      const events: RecordedEvent[] = [];
      const end = Math.min(after + limit, await reader.head());
      for (let from = after; from < end; ) {
        const most = Math.min(length, end - from);
        // One piece at a time, whoever else asks meanwhile.
        const early = free - now();
        free = Math.max(free, now()) + (most / rate) * 1_000;
        if (early > 0) await wait(early, signal);
        events.push(...(await reader.readPage(from, most, types)).events);
        from += most;
      }
      return { events, head: await reader.head() };
    },
  };
};

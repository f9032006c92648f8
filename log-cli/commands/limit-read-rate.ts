import { setTimeout as sleep } from 'node:timers/promises';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';

type PageReader = Pick<LogReader, 'readPage' | 'head'>;

/** The clock, replaced in tests. `now` returns milliseconds. */
type Clock = { now: () => number; wait: (ms: number, signal: AbortSignal) => Promise<void> };

const systemClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** A page is read in small parts, so that the load on the database is even instead of a series of bursts. */
const partsPerSecond = 4;

/**
 * Limits how fast the log is read, so that other users of the database are not slowed down.
 * @param maxRate positions per second; Infinity for no limit.
 */
export const limitReadRate = (
  reader: PageReader,
  maxRate: number,
  signal: AbortSignal,
  { now, wait }: Clock = systemClock,
): PageReader => {
  if (!Number.isFinite(maxRate)) return reader;
  const partSize = Math.max(1, Math.ceil(maxRate / partsPerSecond));
  let nextReadAtMs = now();
  return {
    head: () => reader.head(),
    async readPage(after, limit, types) {
      const events: RecordedEvent[] = [];
      const end = Math.min(after + limit, await reader.head());
      for (let readUpTo = after; readUpTo < end; ) {
        const size = Math.min(partSize, end - readUpTo);
        // The time for this part is reserved before waiting, so that concurrent calls read at different times.
        const delayMs = nextReadAtMs - now();
        nextReadAtMs = Math.max(nextReadAtMs, now()) + (size / maxRate) * 1_000;
        if (delayMs > 0) await wait(delayMs, signal);
        events.push(...(await reader.readPage(readUpTo, size, types)).events);
        readUpTo += size;
      }
      return { events, head: await reader.head() };
    },
  };
};

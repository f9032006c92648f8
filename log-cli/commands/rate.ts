import { setTimeout as sleep } from 'node:timers/promises';
import type { LogReader } from '#events/log/log.ts';

/** At most so many events wait in one page: a slow rate is even, not a burst every minute. */
const pagesASecond = 4;

/**
 * The log, read at so many events a second at most, so that others who use the database notice nothing.
 * @param rate infinite for as fast as it can.
 */
export const atRate = (
  reader: Pick<LogReader, 'readPage'>,
  rate: number,
  signal: AbortSignal,
): Pick<LogReader, 'readPage'> => {
  if (!Number.isFinite(rate)) return reader;
  const began = performance.now();
  let given = 0;
  return {
    async readPage(after, limit) {
      const page = await reader.readPage(after, Math.min(limit, Math.max(1, Math.ceil(rate / pagesASecond))));
      given += page.events.length;
      const early = (given / rate) * 1_000 - (performance.now() - began);
      if (early > 0) await sleep(early, undefined, { signal });
      return page;
    },
  };
};

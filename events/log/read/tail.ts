import { backoffMs } from '#concurrency/backoff-ms.ts';
import { classifyFailure } from '../database-failure.ts';
import type { LogPage, LogReader } from '../log.ts';
import { createWakeSignal } from '../wake-signal.ts';

/** `firstMs` is also the poll interval while there are no failures. */
const pollBackoff = { firstMs: 250, maxMs: 5_000 };

type TailOptions = Parameters<LogReader['tail']>[0] & {
  read: (after: number, limit: number) => Promise<LogPage>;
  /** Calls back when there may be new events. Returns a function that ends the subscription. */
  subscribe: (onNotification: () => void) => () => void;
};

/**
 * Yields the pages of the log after the position `after` until the signal aborts. While there are more events, the next
 * page is read ahead. At the head it waits for a notification and polls every 250 ms, so a lost notification only causes
 * a delay. If the database cannot be reached, it retries with a growing backoff and yields nothing meanwhile.
 * @throws permanent errors, such as an event of an unknown type.
 */
export async function* tailPages(options: TailOptions): AsyncGenerator<LogPage> {
  const { signal, pageSize = 1_000, upTo, read } = options;
  let { after } = options;
  const wakeSignal = createWakeSignal();
  const unsubscribe = options.subscribe(wakeSignal.wake);
  /** Returns null if `upTo` allows no further event. The page is null if the database cannot be reached. */
  const readNext = (): Promise<LogPage | null> | null => {
    const limit = upTo ? Math.min(pageSize, upTo() - after) : pageSize;
    if (limit <= 0) return null;
    wakeSignal.clear();
    const page = read(after, limit).catch((error: unknown) => {
      if (classifyFailure(error) === 'permanent') throw error;
      return null;
    });
    // A page that is read ahead may fail before it is awaited, which would be an unhandled rejection.
    page.catch(() => undefined);
    return page;
  };
  let failures = 0;
  let next: Promise<LogPage | null> | null = null;
  try {
    while (!signal.aborted) {
      next ??= readNext();
      const hasRead = next !== null;
      const page = await next;
      next = null;
      if (signal.aborted) return;
      const last = page?.events.at(-1)?.position;
      if (page && last !== undefined) {
        failures = 0;
        after = last;
        if (last < page.head) next = readNext();
        yield page;
        continue;
      }
      failures = hasRead && !page ? failures + 1 : 0;
      await wakeSignal.wait(backoffMs(failures, pollBackoff), signal);
    }
  } finally {
    unsubscribe();
  }
}

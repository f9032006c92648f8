import { backoffMs } from '#concurrency/backoff-ms.ts';
import { classifyFailure } from '../database-failure.ts';
import type { LogPage, LogReader, RecordedEvent } from '../log.ts';
import { createWakeSignal } from '../wake-signal.ts';

/** `firstMs` is also the poll interval while there are no failures. */
const pollBackoff = { firstMs: 250, maxMs: 5_000 };

/** The log no longer has an event that was read from it: it was restored, or a failover has lost events. */
class LostEventsError extends Error {
  override name = 'LostEventsError';
  constructor(position: number) {
    super(
      `The log no longer has the event that was read at position ${position}. Events were lost in a failover or a restore. Start again from an earlier position.`,
    );
  }
}

/**
 * Returns the new events of a page that begins with the last event that was read before. So one query both reads new events and
 * detects lost ones.
 * @throws LostEventsError if the page is empty or begins with a different event.
 */
const selectEventsAfter = ({ events: [first, ...events] }: LogPage, last: RecordedEvent): RecordedEvent[] => {
  const isSame =
    first?.position === last.position &&
    first.commandId === last.commandId &&
    first.recordedAt.getTime() === last.recordedAt.getTime();
  if (!isSame) throw new LostEventsError(last.position);
  return events;
};

type TailOptions = Parameters<LogReader['tail']>[0] & {
  read: (after: number, limit: number) => Promise<LogPage>;
  /** Returns whether the primary has no event at a position. A replica may lag behind, so it never proves a loss. */
  isLost: (position: number) => Promise<boolean>;
  /** Calls back when there may be new events. Returns a function that ends the subscription. */
  subscribe: (onNotification: () => void) => () => void;
};

/**
 * Yields the pages of the log after the position `after` until the signal aborts. While there are more events, the next
 * page is read ahead. At the head it waits for a notification and polls every 250 ms, so a lost notification only causes
 * a delay. If the database cannot be reached, or is a replica that lags behind the yielded events, it retries with a growing
 * backoff and yields nothing in the meantime.
 * @throws LostEventsError if the log no longer has the last yielded event; permanent errors, such as an event of an unknown type.
 */
export async function* tailPages(options: TailOptions): AsyncGenerator<LogPage> {
  const { signal, pageSize = 1_000, upTo, read } = options;
  let { after } = options;
  let last: RecordedEvent | null = null;
  const wakeSignal = createWakeSignal();
  const unsubscribe = options.subscribe(wakeSignal.wake);
  /**
   * Reads the page after the last event. Returns null after a failure that is not permanent, or if the database lags behind the last event.
   * @param overlap 1: the page begins with the last event; 0: no event has been read yet.
   */
  const tryRead = async (overlap: number, limit: number): Promise<LogPage | null> => {
    const position = after;
    try {
      const page = await read(position - overlap, limit + overlap);
      const mayBeLost = overlap > 0 && page.events.length === 0;
      return mayBeLost && !(await options.isLost(position)) ? null : page;
    } catch (error) {
      if (classifyFailure(error) === 'permanent') throw error;
      return null;
    }
  };
  /** Starts to read the next page; returns null if `upTo` allows no further event. The promise resolves to null if the page cannot be read now. */
  const readNext = (): Promise<LogPage | null> | null => {
    const limit = upTo ? Math.min(pageSize, upTo() - after) : pageSize;
    if (limit <= 0) return null;
    wakeSignal.clear();
    const page = tryRead(last === null ? 0 : 1, limit);
    // A page that is read ahead may fail before it is awaited, which would be an unhandled rejection.
    page.catch(() => undefined);
    return page;
  };
  let failures = 0;
  let next: Promise<LogPage | null> | null = null;
  try {
    while (!signal.aborted) {
      next ??= readNext();
      const hasStartedRead = next !== null;
      const page = await next;
      next = null;
      if (signal.aborted) return;
      const events: RecordedEvent[] = page && last ? selectEventsAfter(page, last) : (page?.events ?? []);
      const newest: RecordedEvent | undefined = events.at(-1);
      if (page && newest) {
        failures = 0;
        last = newest;
        after = newest.position;
        if (after < page.head) next = readNext();
        yield { ...page, events };
        continue;
      }
      failures = hasStartedRead && !page ? failures + 1 : 0;
      await wakeSignal.wait(backoffMs(failures, pollBackoff), signal);
    }
  } finally {
    unsubscribe();
  }
}

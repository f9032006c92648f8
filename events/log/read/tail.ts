import { failureOf } from '../database-failure.ts';
import type { LogPage, LogReader } from '../log.ts';

const pollEvery = 250;
const longestBackOff = 5_000;

type TailOptions = Parameters<LogReader['tail']>[0] & {
  read: (after: number, limit: number) => Promise<LogPage>;
  /** Calls back whenever there may be more; returns what ends that. */
  onWakeUp: (heard: () => void) => () => void;
};

/** Waits for `wakeUp`, at most `time` milliseconds, or the end. */
const waitFor = (wakeUp: { wait: (resume: () => void) => void }, time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    signal.addEventListener('abort', done, { once: true });
    wakeUp.wait(done);
  });

/**
 * Pages of the log from `after` on, until the signal aborts. While pages come full the next one is read during the
 * work on the last; then it waits for a wake-up and asks every 250 ms all the same, so a lost wake-up delays and never
 * stops it. A lost database is asked again with growing pauses; the reader of the pages only sees that none come.
 * @throws what will not pass by itself, such as an event that this code does not know.
 */
export async function* tailPages(options: TailOptions): AsyncGenerator<LogPage> {
  const { signal, pageSize = 1_000, upTo, read } = options;
  let { after } = options;
  // A wake-up that comes while nobody waits is remembered: it may tell of what the last read did not see.
  let woken = false;
  let resume: (() => void) | null = null;
  const off = options.onWakeUp(() => {
    woken = true;
    resume?.();
  });
  const wakeUp = {
    wait: (done: () => void) => {
      if (woken) done();
      else resume = done;
    },
  };
  const readNext = (from: number): Promise<LogPage | null> | null => {
    const room = upTo ? Math.min(pageSize, upTo() - from) : pageSize;
    if (room <= 0) return null;
    woken = false;
    const page = read(from, room).catch((error: unknown) => {
      if (failureOf(error) === 'lasting') throw error;
      return null;
    });
    // A page that is read ahead may fail before anybody waits for it.
    page.catch(() => undefined);
    return page;
  };
  let backOff = pollEvery;
  let next: Promise<LogPage | null> | null = null;
  try {
    while (!signal.aborted) {
      next ??= readNext(after);
      const waited = next !== null;
      const page = await next;
      next = null;
      if (signal.aborted) return;
      const last = page?.events.at(-1)?.position;
      if (page && last !== undefined) {
        backOff = pollEvery;
        after = last;
        if (last < page.head) next = readNext(after);
        yield page;
        continue;
      }
      backOff = waited && !page ? Math.min(backOff * 2, longestBackOff) : pollEvery;
      await waitFor(wakeUp, backOff, signal);
      resume = null;
    }
  } finally {
    off();
  }
}

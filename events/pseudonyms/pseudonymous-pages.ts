import type { RecordedEvent } from '../log/log.ts';
import { type PseudonymousEvent, pseudonymizeEvent } from './pseudonymous-event.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** The positions after `after` up to `to`, and the types of the events to read (all if empty). */
export type LogSelection = { after: number; to: number; types: ReadonlySet<string> };

/** The events of the requested types up to the position `upTo`, in order. */
export type LogSlice = { events: readonly RecordedEvent[]; upTo: number };

type ReadOptions = {
  /**
   * Returns at most `limit` events after the position `after`. The `upTo` of the slice is greater than `after`, and the slice
   * skips no requested event up to there. The promise should reject soon after the signal aborts.
   */
  read: (after: number, limit: number) => Promise<LogSlice>;
  pseudonyms: Pseudonyms;
  signal: AbortSignal;
  /** Called with the `upTo` of each slice after its events, if any, were consumed. */
  onPage?: (position: number) => void;
  pageSize?: number;
};

/**
 * Yields the events of a range in pseudonymous pages. It reads one page ahead and only on demand, so at most two pages are
 * in memory.
 * @throws the reason of the signal when it aborts, and errors of `read`.
 */
export async function* readPseudonymousPages(
  { read, pseudonyms, signal, onPage = () => {}, pageSize = 2_000 }: ReadOptions,
  { after, to }: Pick<LogSelection, 'after' | 'to'>,
): AsyncGenerator<PseudonymousEvent[]> {
  const readAfter = (position: number) => {
    const slice = read(position, Math.min(pageSize, to - position));
    // An error must not be an unhandled rejection before the slice is awaited.
    slice.catch(() => undefined);
    return slice;
  };
  let next = after < to ? readAfter(after) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { events, upTo } = await next;
    signal.throwIfAborted();
    next = upTo < to ? readAfter(upTo) : null;
    if (events.length > 0) yield events.map((event) => pseudonymizeEvent(event, pseudonyms));
    onPage(upTo);
  }
}

/** Returns one line of JSON per event, each with a line feed. */
export const toJsonLines = (page: readonly PseudonymousEvent[]): string =>
  page.map((event) => `${JSON.stringify(event)}\n`).join('');

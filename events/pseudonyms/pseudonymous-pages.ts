import type { RecordedEvent } from '../log/log.ts';
import { type PseudonymousEvent, pseudonymizeEvent } from './pseudonymous-event.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** A part of the log: positions after `after` up to `to`, of these types (all when none is named). */
export type LogRange = { after: number; to: number; types: ReadonlySet<string> };

/** Events that were looked for, in order, and the last position up to which they were. */
export type LogSlice = { events: readonly RecordedEvent[]; upTo: number };

export type WalkOptions = {
  /**
   * At most `limit` events of the stretch after a position, of its types, and how far it has looked: further than `after`, none
   * left out in between. It should fail soon once the signal has aborted.
   */
  read: (after: number, limit: number) => Promise<LogSlice>;
  pseudonyms: Pseudonyms;
  signal: AbortSignal;
  /** Is told of the last position of each page that was worked on. */
  onPage?: (position: number) => void;
  pageSize?: number;
};

/**
 * The pages of a stretch, pseudonymous, the next one read while the last is worked on. Memory holds two pages, however
 * long the log is; whoever takes no page lets none be read.
 * @throws when the signal aborts, and what `read` throws.
 */
export async function* readPseudonymousPages(
  { read, pseudonyms, signal, onPage = () => {}, pageSize = 2_000 }: WalkOptions,
  { after, to }: Pick<LogRange, 'after' | 'to'>,
): AsyncGenerator<PseudonymousEvent[]> {
  const readFrom = (from: number) => {
    const page = read(from, Math.min(pageSize, to - from));
    // It may fail while nobody waits for it yet.
    page.catch(() => undefined);
    return page;
  };
  let next = after < to ? readFrom(after) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { events, upTo } = await next;
    signal.throwIfAborted();
    next = upTo < to ? readFrom(upTo) : null;
    if (events.length > 0) yield events.map((event) => pseudonymizeEvent(event, pseudonyms));
    onPage(upTo);
  }
}

/** A page as lines of JSON, each with its end. */
export const toJsonLines = (page: readonly PseudonymousEvent[]): string =>
  page.map((event) => `${JSON.stringify(event)}\n`).join('');

import type { LogReader, RecordedEvent } from '#events/log/log.ts';

/** A stretch of the log, of which `events` are those that were asked for. */
export type Page = { from: number; to: number; events: readonly RecordedEvent[] };

export type PagesOptions = {
  reader: Pick<LogReader, 'readPage' | 'head'>;
  after: number;
  /** Where to stop; where the log ends, if that is before. */
  to: number;
  pageSize: number;
  signal: AbortSignal;
  /** Events of these types alone; of all unless given. */
  types?: readonly string[] | undefined;
};

/** The log page by page, the next one being read while the last is worked on. Positions are dense: so pages are as long as asked for. */
export async function* pagesOf(options: PagesOptions): AsyncGenerator<Page> {
  const { reader, after, pageSize, signal, types } = options;
  const end = Math.min(options.to, await reader.head());
  const read = (from: number) => {
    const length = Math.min(pageSize, end - from);
    const page = reader.readPage(from, length, types);
    // A page that is read ahead may fail before anybody waits for it.
    page.catch(() => {});
    return { from, to: from + length, page };
  };
  let next = after < end ? read(after) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { from, to, page } = next;
    const { events } = await page;
    next = to < end ? read(to) : null;
    yield { from, to, events };
  }
}

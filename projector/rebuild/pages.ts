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
  /** Pages that are on their way while one is worked on; one unless given. */
  ahead?: number | undefined;
};

/** The log page by page, the next ones being read while the last is worked on. Positions are dense: so pages are as long as asked for. */
export async function* pagesOf(options: PagesOptions): AsyncGenerator<Page> {
  const { reader, pageSize, signal, types, ahead = 1 } = options;
  const end = Math.min(options.to, await reader.head());
  const coming: { from: number; to: number; page: ReturnType<typeof reader.readPage> }[] = [];
  let asked = options.after;
  const readAhead = () => {
    for (; coming.length < ahead && asked < end; asked = Math.min(asked + pageSize, end)) {
      const [from, to] = [asked, Math.min(asked + pageSize, end)];
      const page = reader.readPage(from, to - from, types);
      // A page that is read ahead may fail before anybody waits for it.
      page.catch(() => {});
      coming.push({ from, to, page });
    }
  };
  readAhead();
  for (let next = coming.shift(); next; next = coming.shift()) {
    signal.throwIfAborted();
    const { from, to, page } = next;
    const { events } = await page;
    readAhead();
    yield { from, to, events };
  }
}

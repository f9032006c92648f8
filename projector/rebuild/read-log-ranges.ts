import type { LogReader } from '#events/log/log.ts';
import type { LogRange } from '../runner/advance.ts';

type LogRangesOptions = {
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** The position before the first one to read. */
  after: number;
  /** The last position to read, unless the log ends earlier. */
  to: number;
  pageSize: number;
  signal: AbortSignal;
  /** Reads only events of these types; all by default. */
  types?: readonly string[] | undefined;
  /** How many pages to read ahead while the caller processes one; 1 by default. */
  readAheadPages?: number | undefined;
};

/** Reads the log page by page, with read-ahead. Positions have no gaps, so each page except the last covers `pageSize` positions. */
export async function* readLogRanges(options: LogRangesOptions): AsyncGenerator<LogRange> {
  const { reader, pageSize, signal, types, readAheadPages = 1 } = options;
  const end = Math.min(options.to, await reader.head());
  const pending: { after: number; to: number; page: ReturnType<typeof reader.readPage> }[] = [];
  let requested = options.after;
  const readAhead = () => {
    while (pending.length < readAheadPages && requested < end) {
      const [after, to] = [requested, Math.min(requested + pageSize, end)];
      const page = reader.readPage(after, to - after, types);
      // The page may fail before it is awaited. That must not count as an unhandled rejection.
      page.catch(() => {});
      pending.push({ after, to, page });
      requested = to;
    }
  };
  readAhead();
  for (let next = pending.shift(); next; next = pending.shift()) {
    signal.throwIfAborted();
    const { after, to, page } = next;
    const { events } = await page;
    readAhead();
    yield { after, to, events };
  }
}

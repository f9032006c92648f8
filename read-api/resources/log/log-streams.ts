import type { Readable } from 'node:stream';
import type { Archive } from '#events/archive/archive.ts';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { type LogSelection, readPseudonymousPages } from '#events/pseudonyms/pseudonymous-pages.ts';
import { loadPseudonyms, type Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { createDownloadSlots } from '#platform/http/download-slots.ts';
import { openPool, type PoolOptions } from '#platform/postgres/pool.ts';
import { createLineStream } from './line-stream.ts';
import { readLogPage } from './read-log-page.ts';

/** The maximum number of concurrent streams of one node. */
const maxStreams = 4;
/** The number of events in a page. They take about 200 KB. */
const pageSize = 500;

export type LogStreams = {
  /**
   * Opens a stream of events as JSON lines, under pseudonyms. The log is read while the stream is consumed.
   * @param userId the user who reads the stream; null if the limit of one stream per user does not apply.
   * @param disconnected aborts when the client disconnects. A running query is then cancelled.
   * @param checkAccess called before each page is sent. If it throws, the stream ends with an error.
   * @throws problems 'too-many-requests' if the user already has an open stream, and 'unavailable' if the node has
   * too many.
   */
  open(
    range: LogSelection,
    userId: string | null,
    disconnected: AbortSignal,
    checkAccess: () => Promise<void>,
  ): Promise<Readable>;
  close(): Promise<void>;
};

/**
 * Yields each page after checking the reader's access. The check comes after the page was read from the log, because that
 * may take a long time, and the access may end in the meantime.
 */
const checkBeforeEachPage = async function* (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
  checkAccess: () => Promise<void>,
) {
  for await (const page of pages) {
    await checkAccess();
    yield page;
  }
};

/**
 * Opens the log streams of a node. They use connections of their own, so that other requests never wait for them.
 * @param options.archive reads archived events; null if this process has no object store.
 */
export const openLogStreams = ({
  archive,
  ...options
}: Pick<PoolOptions, 'connectionString' | 'onIdleError'> & { archive: Archive | null }): LogStreams => {
  const pool = openPool({
    ...options,
    role: 'lyceum_reader',
    maxConnections: maxStreams,
    applicationName: 'lyceum log stream',
    // During a query PostgreSQL checks every second whether the client is still connected.
    settings: { client_connection_check_interval: '1000' },
  });
  const slots = createDownloadSlots({ count: maxStreams, what: 'the log' });
  let pseudonyms: Pseudonyms | null = null;

  const createStream = async (
    range: LogSelection,
    disconnected: AbortSignal,
    checkAccess: () => Promise<void>,
  ) => {
    pseudonyms ??= await loadPseudonyms(pool);
    const read = (after: number, limit: number) =>
      readLogPage({ pool, archive, signal: disconnected }, { ...range, after }, limit);
    const pages = readPseudonymousPages({ read, pseudonyms, signal: disconnected, pageSize }, range);
    return createLineStream(checkBeforeEachPage(pages, checkAccess));
  };

  return {
    async open(range, userId, disconnected, checkAccess) {
      const releaseSlot = slots.take(userId);
      try {
        const stream = await createStream(range, disconnected, checkAccess);
        stream.once('close', releaseSlot);
        return stream;
      } catch (error) {
        releaseSlot();
        throw error;
      }
    },
    close: () => pool.end(),
  };
};

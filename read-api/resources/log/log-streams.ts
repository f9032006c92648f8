import type { Readable } from 'node:stream';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { openPseudonyms, type Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { type Stretch, walk } from '#events/pseudonyms/walk.ts';
import { openPool, type PoolOptions } from '#platform/postgres/pool.ts';
import { tryAgainLater } from '#platform/problems.ts';
import { lineStream } from './lines.ts';
import { readCuttable } from './read-cuttable.ts';

/** So many read the log at a time from one node: each costs it as much as a few hundred readers of pages. */
const atOnce = 4;
/** Events of a page: some 200 KB. */
const pageSize = 500;

export type LogStreams = {
  /**
   * A stretch of the log as lines of JSON, under pseudonyms, read as it is taken.
   * @param gone aborts when nobody takes it any more: no further page is read, and the one that is being read is given up.
   * @param stillMay is asked before each page is given away; what it throws ends the stream as a broken one.
   * @throws problem 'unavailable' while as many read as one node serves.
   */
  open(stretch: Stretch, gone: AbortSignal, stillMay: () => Promise<void>): Promise<Readable>;
  close(): Promise<void>;
};

type Pages = AsyncIterable<readonly PseudonymousEvent[]>;

/** It is asked once a page is there, however long that took: a page of the whole log costs a hundred times as much. */
const whileAllowed = async function* (pages: Pages, stillMay: () => Promise<void>) {
  for await (const page of pages) {
    await stillMay();
    yield page;
  }
};

/** Streams of the log over a few connections of their own, so that a page of the product never waits for one. */
export const openLogStreams = (
  options: Pick<PoolOptions, 'connectionString' | 'onIdleError'>,
): LogStreams => {
  const pool = openPool({
    ...options,
    role: 'lyceum_reader',
    connections: atOnce,
    applicationName: 'lyceum log stream',
    // While a query runs the server looks every second whether its client is still there.
    settings: { client_connection_check_interval: '1000' },
  });
  let running = 0;
  let pseudonyms: Pseudonyms | null = null;

  const begin: LogStreams['open'] = async (stretch, gone, stillMay) => {
    pseudonyms ??= await openPseudonyms(pool);
    const read = (after: number, limit: number) => readCuttable(pool, gone, { ...stretch, after }, limit);
    return lineStream(whileAllowed(walk({ read, pseudonyms, signal: gone, pageSize }, stretch), stillMay));
  };

  return {
    async open(stretch, gone, stillMay) {
      if (running >= atOnce)
        throw tryAgainLater(
          'unavailable',
          'The log is being read by as many as this server serves at a time. Try again in a moment.',
          5,
        );
      running += 1;
      try {
        const stream = await begin(stretch, gone, stillMay);
        stream.once('close', () => {
          running -= 1;
        });
        return stream;
      } catch (error) {
        running -= 1;
        throw error;
      }
    },
    close: () => pool.end(),
  };
};

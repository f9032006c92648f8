import { Readable } from 'node:stream';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { linesOf } from '#events/pseudonyms/walk.ts';

/** So long a reader may leave a page standing; whoever comes back later goes on after its last line. */
const patience = 60_000;

/** What Node itself says of a reader that has gone: nobody's mistake here. */
const gaveUp = () =>
  Object.assign(new Error('The reader of the log has stopped reading.'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  });

/**
 * Pages as a stream of lines. A page is taken when the one before has been read: however long the log and however slow the
 * reader, it holds one page. It ends with an error when nobody reads on for a minute, so that a place at the log is not
 * held for ever by who went to sleep.
 * @param patienceMs for tests.
 */
export const lineStream = (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
  patienceMs = patience,
): Readable => {
  const texts = async function* () {
    for await (const page of pages) {
      const timer = setTimeout(() => stream.destroy(gaveUp()), patienceMs);
      try {
        yield linesOf(page);
      } finally {
        clearTimeout(timer);
      }
    }
  };
  const stream = Readable.from(texts(), { objectMode: true, highWaterMark: 1 });
  return stream;
};

import { Readable } from 'node:stream';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { toJsonLines } from '#events/pseudonyms/pseudonymous-pages.ts';

const defaultStallTimeoutMs = 60_000;

/** An error with the code that Node uses for a client that disconnected, so that it is handled and logged in the same way. */
const stalledError = () =>
  Object.assign(new Error('The client has stopped reading the log.'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  });

/**
 * Creates a stream of JSON lines. A page is read only after the previous one was consumed, so memory holds one page,
 * however long the log and however slow the client is. A client that reads nothing for the stall timeout is
 * disconnected, because it occupies one of few streams; it can continue after the last line that it got.
 */
export const createLineStream = (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
  stallTimeoutMs = defaultStallTimeoutMs,
): Readable => {
  const texts = async function* () {
    for await (const page of pages) {
      const timer = setTimeout(() => stream.destroy(stalledError()), stallTimeoutMs);
      try {
        yield toJsonLines(page);
      } finally {
        clearTimeout(timer);
      }
    }
  };
  const stream = Readable.from(texts(), { objectMode: true, highWaterMark: 1 });
  return stream;
};

import { Readable } from 'node:stream';
import type { PseudonymousEvent } from '#events/pseudonyms/pseudonymous-event.ts';
import { toJsonLines } from '#events/pseudonyms/pseudonymous-pages.ts';
import { endSlowReading, type ReadingLimits, tooSlowError } from '#platform/http/slow-readers.ts';

const linesOf = async function* (pages: AsyncIterable<readonly PseudonymousEvent[]>) {
  for await (const page of pages) yield toJsonLines(page);
};

/**
 * Creates a stream of JSON lines. A page is requested only after the previous one was consumed, so memory holds only a few
 * pages, however long the log and however slow the client is. A client that reads too slowly is disconnected, because
 * it occupies one of the few streams. It can continue after the last line that it received.
 */
export const createLineStream = (
  pages: AsyncIterable<readonly PseudonymousEvent[]>,
  limits?: ReadingLimits,
): Readable => {
  const onTooSlow = () => void stream.destroy(tooSlowError());
  const texts = endSlowReading(linesOf(pages), onTooSlow, limits);
  const stream = Readable.from(texts, { objectMode: true, highWaterMark: 1 });
  return stream;
};

import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  defaultReadingLimits,
  endSlowReading,
  type ReadingLimits,
  tooSlowError,
} from '#platform/http/slow-readers.ts';

/** A text file in the ZIP. Its text is generated when the files before it are complete. */
type ZipEntry = { name: string; text: () => AsyncIterable<string> };

/** How slowly a client may read, and how long the whole download may take. */
type ZipLimits = ReadingLimits & { totalMs: number };
const defaultLimits: ZipLimits = { ...defaultReadingLimits, totalMs: 15 * 60_000 };

/**
 * Creates a ZIP while it is read: texts are generated one after the other, and no faster than the client reads. The stream is
 * destroyed if the client disconnects or a text fails. It is also destroyed if the client reads too slowly or the whole download takes
 * too long, because otherwise a few slow clients could occupy all download slots. A truncated ZIP lacks the list of its files and cannot
 * be opened.
 * @param onEnd called once, after a success or a failure.
 */
export const createZipStream = (
  entries: readonly ZipEntry[],
  onEnd: () => void,
  limits = defaultLimits,
): Readable => {
  const onTooSlow = () => void stream.destroy(tooSlowError());
  const totalTimer = setTimeout(onTooSlow, limits.totalMs);
  const firstChunkTimer = setTimeout(onTooSlow, limits.graceMs);
  const chunks = async function* () {
    clearTimeout(firstChunkTimer);
    yield* endSlowReading(zipChunks(entries), onTooSlow, limits);
  };
  // With this limit, the next chunk is requested only after the client has read the previous one.
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: 1 });
  // Without a listener, an error of the stream would end the process.
  stream.on('error', () => {});
  stream.once('close', () => {
    clearTimeout(totalTimer);
    clearTimeout(firstChunkTimer);
    onEnd();
  });
  return stream;
};

async function* zipChunks(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // yazl returns a PassThrough, but its types declare less.
  const output = zip.outputStream as Readable;
  let currentText: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, text } of entries)
    zip.addReadStreamLazy(name, {}, (callback) => {
      currentText = Readable.from(text(), { encoding: 'utf8', objectMode: false });
      // yazl does not handle errors of its sources.
      currentText.on('error', (error) => output.destroy(error));
      callback(null, currentText);
    });
  zip.end();
  const destroyCurrentText = () => currentText?.destroy();
  output.once('close', destroyCurrentText);
  yield* output;
}

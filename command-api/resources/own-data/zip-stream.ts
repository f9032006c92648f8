import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A text file in the ZIP. Its text is generated when the files before it are complete. */
type ZipEntry = { name: string; text: () => AsyncIterable<string> };

/** How long a client may take for the whole download, and for one chunk of it. */
type Timeouts = { totalMs: number; chunkMs: number };
const defaultTimeouts: Timeouts = { totalMs: 15 * 60_000, chunkMs: 60_000 };

/**
 * Creates a ZIP while it is read: texts are generated one after the other, and no faster than the client reads. The stream is
 * destroyed if the client disconnects, if a text fails, or after a timeout, so that no client blocks others from a copy. A
 * truncated ZIP lacks its directory and cannot be opened. The time to generate a text does not count.
 * @param onEnd called once, after success and after a failure.
 */
export const createZipStream = (
  entries: readonly ZipEntry[],
  onEnd: () => void,
  timeouts = defaultTimeouts,
): Readable => {
  const destroyAfter = (ms: number) => setTimeout(() => stream.destroy(downloadTimeout()), ms);
  const totalTimer = destroyAfter(timeouts.totalMs);
  let chunkTimer = destroyAfter(timeouts.chunkMs);
  const chunks = async function* () {
    clearTimeout(chunkTimer);
    for await (const chunk of zipChunks(entries)) {
      chunkTimer = destroyAfter(timeouts.chunkMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(chunkTimer);
      }
    }
  };
  // With this limit, the next chunk is requested only after the client has read the one before.
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: 1 });
  stream.on('error', () => {});
  stream.once('close', () => {
    clearTimeout(totalTimer);
    clearTimeout(chunkTimer);
    onEnd();
  });
  return stream;
};

/** Creates an error with the code of a disconnected client, which is not logged as an error. */
const downloadTimeout = () =>
  Object.assign(new Error('The copy was not downloaded in time.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

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

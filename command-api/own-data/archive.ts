import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of the archive: its name, and its text piece by piece. */
export type Entry = { name: string; text: () => AsyncIterable<string> };

/** How long a client may take for all of its copy, and how long it may leave a piece of it standing, in milliseconds. */
type Patience = { whole: number; piece: number };
const patience: Patience = { whole: 15 * 60_000, piece: 60_000 };

/** What Node itself says of a reader that has gone: nobody's mistake here. */
const gaveUp = () =>
  Object.assign(new Error('The copy was not fetched in time.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

async function* zipBytes(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // yazl hands out a PassThrough, and types it as less.
  const content = zip.outputStream as Readable;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => content.destroy(error));
  for (const { name, text } of entries)
    zip.addReadStreamLazy(name, {}, (give) => {
      current = Readable.from(text(), { encoding: 'utf8', objectMode: false });
      // yazl does not listen for a source that fails.
      current.on('error', (error) => content.destroy(error));
      give(null, current);
    });
  zip.end();
  const endCurrent = () => current?.destroy();
  content.once('close', endCurrent);
  yield* content;
}

/**
 * Packs files into a ZIP while it is read: each entry's text is made when it is its turn, and no faster than the reader takes
 * it. When the reader goes, or a text fails, everything ends; a ZIP that broke off has no table of contents, so nobody takes
 * it for a whole one. Nothing begins before the first byte is read, when somebody hears of a failure. It ends with an error
 * when nobody reads on for a minute: who went to sleep does not hold a place that others wait for. The time in which a text
 * is made does not count.
 * @param onEnd called once, however it ends.
 * @param longest for tests.
 */
export const zipOf = (entries: readonly Entry[], onEnd: () => void, longest = patience): Readable => {
  const tooLate = (ms: number) => setTimeout(() => content.destroy(gaveUp()), ms);
  const whole = tooLate(longest.whole);
  let standing = tooLate(longest.piece);
  const pieces = async function* () {
    clearTimeout(standing);
    for await (const piece of zipBytes(entries)) {
      standing = tooLate(longest.piece);
      try {
        yield piece;
      } finally {
        clearTimeout(standing);
      }
    }
  };
  // It asks for a piece when it has given the one before away.
  const content = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
  content.on('error', () => {});
  content.once('close', () => {
    clearTimeout(whole);
    clearTimeout(standing);
    onEnd();
  });
  return content;
};

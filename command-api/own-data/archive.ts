import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of the archive: its name, and its text piece by piece. */
export type Entry = { name: string; text: () => AsyncIterable<string> };

/** A client that takes longer than this to fetch its copy has gone to sleep. */
const patienceMs = 15 * 60_000;

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
 * it for a whole one. Nothing begins before the first byte is read, when somebody hears of a failure.
 * @param onEnd called once, however it ends.
 */
export const zipOf = (entries: readonly Entry[], onEnd: () => void): Readable => {
  const content = Readable.from(zipBytes(entries), { objectMode: false });
  const tooLate = setTimeout(
    () => content.destroy(new Error('The copy was not fetched in time.')),
    patienceMs,
  );
  content.on('error', () => {});
  content.once('close', () => {
    clearTimeout(tooLate);
    onEnd();
  });
  return content;
};

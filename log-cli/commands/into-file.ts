import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../place/context.ts';

/**
 * Into a file that appears whole or not at all, and that nobody else of the machine may read. Until it is whole it has a name
 * that nobody can guess, and is made only where nothing is: nobody can have put a link or a file of theirs in its place.
 */
const intoFile = async (pieces: Readable, path: string, signal: AbortSignal) => {
  const partial = `${path}.${randomUUID()}.partial`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await pipeline(pieces, file.createWriteStream(), { signal });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/** Writes pieces to a file, or to standard output where none is named: as fast as they are taken, and no faster. */
export const writeOut = async (
  pieces: AsyncIterable<Uint8Array | string>,
  file: string | undefined,
  { out, signal }: Pick<Context, 'out' | 'signal'>,
): Promise<void> => {
  const stream = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  try {
    if (file === undefined) await pipeline(stream, out, { signal, end: false });
    else await intoFile(stream, file, signal);
  } finally {
    stream.destroy();
  }
};

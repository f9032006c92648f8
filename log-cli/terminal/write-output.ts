import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renameDurably } from '#platform/rename-durably.ts';
import type { Terminal } from './terminal.ts';

/**
 * Writes a file that other users cannot read and that only appears when it is complete, even if the power fails. The temporary file has
 * an unpredictable name and must not exist yet, so nobody can place a link or a file of their own there.
 */
const writeFile = async (chunks: Readable, path: string, signal: AbortSignal) => {
  const temporaryPath = `${path}.${randomUUID()}.partial`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await pipeline(chunks, file.createWriteStream({ flush: true }), { signal });
    await renameDurably(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
};

/** Writes chunks with backpressure, to a file or else to standard output. */
export const writeOutput = async (
  chunks: AsyncIterable<Uint8Array | string>,
  file: string | undefined,
  { out, signal }: Pick<Terminal, 'out' | 'signal'>,
): Promise<void> => {
  const stream = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  try {
    if (file === undefined) await pipeline(stream, out, { signal, end: false });
    else await writeFile(stream, file, signal);
  } finally {
    stream.destroy();
  }
};

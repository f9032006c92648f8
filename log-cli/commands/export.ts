import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FormatName, formatNames, formats } from '../formats/formats.ts';
import type { Context } from '../place/context.ts';
import { walk } from '../place/walk.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { type StretchOptions, stretchOf } from './options.ts';

export type ExportOptions = StretchOptions & { format?: string; out?: string };

const formatOf = (name: string): FormatName => {
  const found = formatNames.find((one) => one === name);
  if (found === undefined) throw new UsageError(`--format ${name}: there is ${formatNames.join(', ')}.`);
  return found;
};

/** Copies into a file that appears whole or not at all, and that nobody else of the machine may read. */
const intoFile = async (pieces: Readable, path: string, signal: AbortSignal) => {
  const partial = `${path}.partial`;
  try {
    await pipeline(pieces, createWriteStream(partial, { mode: 0o600 }), { signal });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
};

/**
 * Writes a stretch of the log as a file, under pseudonyms, with back pressure and in constant memory.
 * @throws {UsageError}
 */
export const exportLog = async (context: Context, options: ExportOptions): Promise<ExitCode> => {
  const format = formatOf(options.format ?? 'ndjson');
  const { out, err, signal } = context;
  if (options.out === undefined && format === 'parquet' && out.isTTY === true)
    throw new UsageError('A Parquet file is nothing for a terminal: give --out FILE, or redirect it.');
  const stretch = await stretchOf(context, options);
  const progress = showProgress(err, Math.max(stretch.to - stretch.after, 0), 'events');
  let count = 0;
  const pages = async function* () {
    for await (const page of walk(context, stretch, (at) => progress.at(at - stretch.after))) {
      count += page.length;
      yield page;
    }
  };
  const pieces = Readable.from(formats[format](pages()), { objectMode: true, highWaterMark: 1 });
  try {
    if (options.out === undefined) await pipeline(pieces, out, { signal, end: false });
    else await intoFile(pieces, options.out, signal);
  } finally {
    progress.end();
  }
  if (options.out !== undefined) err.write(`${count} events written to ${options.out}.\n`);
  return exitCodes.well;
};

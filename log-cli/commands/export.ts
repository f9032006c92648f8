import { walk } from '#events/pseudonyms/walk.ts';
import { type FormatName, formatNames, formats } from '../formats/formats.ts';
import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { writeOut } from './into-file.ts';
import type { KeysOptions } from './keys-options.ts';
import { type StretchOptions, stretchOf } from './options.ts';

export type ExportOptions = StretchOptions & { format?: string; out?: string };

const formatOf = (name: string): FormatName => {
  const found = formatNames.find((one) => one === name);
  if (found === undefined) throw new UsageError(`--format ${name}: there is ${formatNames.join(', ')}.`);
  return found;
};

/**
 * Writes a stretch of the log as a file, under pseudonyms, with back pressure and in constant memory.
 * @throws {UsageError}
 */
export const exportLog = async (
  context: Context,
  options: ExportOptions & KeysOptions,
): Promise<ExitCode> => {
  if (options.keys || options.withoutKeys)
    throw new UsageError('Under pseudonyms no keys travel along: --keys and --without-keys go with --raw.');
  const format = formatOf(options.format ?? 'ndjson');
  const { out, err, signal } = context;
  if (options.out === undefined && format === 'parquet' && out.isTTY === true)
    throw new UsageError('A Parquet file is nothing for a terminal: give --out FILE, or redirect it.');
  const stretch = await stretchOf(context, options);
  const progress = showProgress(err, Math.max(stretch.to - stretch.after, 0), 'events');
  let count = 0;
  const { reader, pseudonyms } = context;
  const { types } = stretch;
  const read = async (after: number, limit: number) => {
    const { events } = await reader.readPage(after, limit);
    const wanted = types.size === 0 ? events : events.filter(({ type }) => types.has(type));
    return { events: wanted, upTo: events.at(-1)?.position ?? stretch.to };
  };
  const onPage = (position: number) => progress.at(position - stretch.after);
  const pages = async function* () {
    for await (const page of walk({ read, pseudonyms, signal, onPage }, stretch)) {
      count += page.length;
      yield page;
    }
  };
  try {
    await writeOut(formats[format](pages()), options.out, context);
  } finally {
    progress.end();
  }
  if (options.out !== undefined) err.write(`${count} events written to ${options.out}.\n`);
  return exitCodes.well;
};

import { readPseudonymousPages } from '#events/pseudonyms/pseudonymous-pages.ts';
import { type FormatName, formatNames, formats } from '../formats/formats.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { writeOutput } from '../terminal/write-output.ts';
import type { KeysOptions } from './keys-options.ts';
import { parseRange, type RangeOptions } from './range-options.ts';

export type ExportOptions = RangeOptions & { format?: string; out?: string };

const parseFormat = (name: string): FormatName => {
  const format = formatNames.find((candidate) => candidate === name);
  if (format === undefined) throw new UsageError(`--format ${name}: use ${formatNames.join(', ')}.`);
  return format;
};

/**
 * Writes a range of the log under pseudonyms, with backpressure and in constant memory.
 * @throws {UsageError}
 */
export const exportLog = async (
  context: ReaderContext,
  options: ExportOptions & KeysOptions,
): Promise<ExitCode> => {
  const { out, err, signal, reader, pseudonyms } = context;
  if (options.keys || options.withoutKeys)
    throw new UsageError('--keys and --without-keys only work with --raw: other exports never contain keys.');
  const format = parseFormat(options.format ?? 'ndjson');
  if (options.out === undefined && format === 'parquet' && out.isTTY === true)
    throw new UsageError('Parquet is a binary format: use --out FILE or redirect the output.');
  const range = await parseRange(context, options);
  const progress = showProgress(err, Math.max(range.to - range.after, 0), 'events');
  const read = async (after: number, limit: number) => {
    const { events } = await reader.readPage(after, limit);
    const selected = range.types.size === 0 ? events : events.filter(({ type }) => range.types.has(type));
    return { events: selected, upTo: events.at(-1)?.position ?? range.to };
  };
  const onPage = (position: number) => progress.at(position - range.after);
  let count = 0;
  const countedPages = async function* () {
    for await (const page of readPseudonymousPages({ read, pseudonyms, signal, onPage }, range)) {
      count += page.length;
      yield page;
    }
  };
  try {
    await writeOutput(formats[format](countedPages()), options.out, context);
  } finally {
    progress.end();
  }
  if (options.out !== undefined) err.write(`${count} events written to ${options.out}.\n`);
  return exitCodes.success;
};

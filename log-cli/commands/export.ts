import { type FormatName, formatNames } from '../formats/format.ts';
import { loadFormat } from '../formats/formats.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { writeOutput } from '../terminal/write-output.ts';
import type { KeysOptions } from './keys-options.ts';
import { parseRange, type RangeOptions } from './range-options.ts';
import { readByType } from './read-by-type.ts';

export type ExportOptions = RangeOptions & { format?: string; out?: string };

const parseFormat = (name: string): FormatName => {
  const format = formatNames.find((candidate) => candidate === name);
  if (format === undefined) throw new UsageError(`--format ${name}: use ${formatNames.join(', ')}.`);
  return format;
};

/**
 * Writes a range of the log for analysts, with backpressure and in constant memory. The events are grouped by type, because
 * the order of all events would reveal their positions, which public answers show beside names.
 * @throws {UsageError}
 */
export const exportLog = async (
  context: ReaderContext,
  options: ExportOptions & KeysOptions,
): Promise<ExitCode> => {
  const { out, err } = context;
  if (options.keys || options.withoutKeys)
    throw new UsageError('--keys and --without-keys only work with --raw: other exports never contain keys.');
  const format = parseFormat(options.format ?? 'ndjson');
  if (options.out === undefined && format === 'parquet' && out.isTTY === true)
    throw new UsageError('Parquet is a binary format: use --out FILE or redirect the output.');
  const range = await parseRange(context, options);
  const length = Math.max(range.to - range.after, 0);
  const progress = showProgress(err, length, 'events');
  let count = 0;
  const pages = async function* () {
    const onProgress = (share: number) => progress.at(Math.round(share * length));
    for await (const page of readByType({ ...context, onProgress }, range)) {
      count += page.length;
      yield page;
    }
  };
  try {
    const convert = await loadFormat[format]();
    await writeOutput(convert(pages()), options.out, context);
  } finally {
    progress.end();
  }
  if (options.out !== undefined) err.write(`${count} events written to ${options.out}.\n`);
  return exitCodes.success;
};

import { type PositionRange, readPseudonymousPages } from '#events/pseudonyms/pseudonymous-pages.ts';
import { numberEvents } from '../formats/exported-event.ts';
import { type FormatName, formatNames } from '../formats/format.ts';
import { loadFormat } from '../formats/formats.ts';
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

const listTypes = async (
  { pool }: Pick<ReaderContext, 'pool'>,
  { after, to, types }: PositionRange,
): Promise<string[]> => {
  const { rows } = await pool.query<{ type: string }>(
    'select distinct type from log.events where position > $1 and position <= $2 order by type',
    [after, to],
  );
  return rows.map(({ type }) => type).filter((type) => types.size === 0 || types.has(type));
};

/**
 * Writes a range of the log for analysts, with backpressure and in constant memory. The events are grouped by type, because
 * the order of all events would tell their positions, which public answers show beside names.
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
  const types = await listTypes(context, range);
  const length = Math.max(range.to - range.after, 0);
  const progress = showProgress(err, types.length * length, 'positions');
  let count = 0;
  const readType = async function* (type: string, number: number) {
    const read = async (after: number, limit: number) => {
      const { events } = await reader.readPage(after, limit, [type]);
      return { events, upTo: after + limit };
    };
    const onPage = (position: number) => progress.at(number * length + position - range.after);
    let ofType = 0;
    for await (const page of readPseudonymousPages({ read, pseudonyms, signal, onPage }, range)) {
      yield numberEvents(page, ofType + 1);
      ofType += page.length;
    }
    count += ofType;
  };
  const pages = async function* () {
    for (const [number, type] of types.entries()) yield* readType(type, number);
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

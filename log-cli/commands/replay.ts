import type { Pool } from 'pg';
import { longStatementTimeoutMs } from '#platform/postgres/pool.ts';
import { type AsOfSchema, openWriter } from '#projector/connection/writer.ts';
import { DependentsError, findReplayDependents, replay } from '#projector/replay/replay.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { describeParkedStreams } from '../terminal/describe-parked-streams.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { write } from '../terminal/write.ts';
import { limitReadRate } from './limit-read-rate.ts';
import { parseRange } from './range-options.ts';

type ReplayOptions = {
  to?: string;
  schema?: string;
  rate?: string;
  replace?: boolean;
  dropDependents?: boolean;
};

const parseSchema = (name = 'replay'): string => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name) || /^(pg_|lyceum_past_)/.test(name))
    throw new UsageError(
      `--schema ${name}: use 1 to 63 lower-case letters, digits and _. The name must not begin with a digit, pg_ or lyceum_past_.`,
    );
  return name;
};

/** Parses a rate in events per second; Infinity if there is none. @throws {UsageError} */
const parseRate = (rate: string | undefined): number => {
  if (rate === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(rate))
    throw new UsageError(`--rate ${rate}: use the maximum number of events per second, at least 1.`);
  return Number(rate);
};

const openReplayWriter = (url: string, schema?: AsOfSchema) =>
  openWriter({
    connectionString: url,
    role: 'lyceum_projector',
    ...(schema === undefined ? {} : { schema }),
    applicationName: 'lyceum log replay',
    statementTimeoutMs: longStatementTimeoutMs,
  });

const createDependentsUsageError = (name: string, dependents: string) =>
  new UsageError(
    `Other objects depend on the replay ${name} and would be dropped with it:\n${dependents.replaceAll(/^/gm, '  ')}\nNothing was changed. Use --drop-dependents to drop them, or --schema to give the new replay another name.`,
  );

/**
 * Looks for objects that depend on the earlier replay, before the new one is built. Finds none while somebody reads the earlier replay, so
 * the database checks again when it replaces the replay.
 * @throws {UsageError} if there are any.
 */
const requireNoDependents = async (url: string, name: string): Promise<void> => {
  const writer = await openReplayWriter(url);
  try {
    const dependents = await findReplayDependents(writer.db, name);
    if (dependents !== null) throw createDependentsUsageError(name, dependents);
  } finally {
    await writer.close();
  }
};

/**
 * Checks whether the schema name is free, or taken by a replay that may be replaced. Called first, because a replay can take
 * many minutes.
 * @returns whether an earlier replay will be replaced.
 * @throws {UsageError} if something else has the name, or a replay that must not be replaced.
 */
const checkSchema = async (pool: Pool, name: string, shouldReplace: boolean): Promise<boolean> => {
  const { rows } = await pool.query<{ comment: string | null }>(
    `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`,
    [name],
  );
  const [schema] = rows;
  if (schema === undefined) return false;
  if (!schema.comment?.startsWith('Lyceum replay: '))
    throw new UsageError(`The schema ${name} exists and is not a replay. Choose another one with --schema.`);
  if (!shouldReplace)
    throw new UsageError(
      `The replay ${name} already exists. Use --replace to replace it, or --schema to give the new one another name.`,
    );
  return true;
};

/**
 * Builds the read models that analysts may see, as of a moment, in a schema of their own. Users appear under pseudonyms.
 * The schema appears when it is complete, or not at all.
 * @throws {UsageError}
 */
export const replayLog = async (context: ReaderContext, options: ReplayOptions): Promise<ExitCode> => {
  const { pool, url, out, err, signal, pseudonyms } = context;
  const name = parseSchema(options.schema);
  const maxRate = parseRate(options.rate);
  const shouldReplace = options.replace === true;
  const shouldDropDependents = options.dropDependents === true;
  if (shouldDropDependents && !shouldReplace)
    throw new UsageError(
      '--drop-dependents only works with --replace: it drops what depends on the earlier replay.',
    );
  const willReplace = await checkSchema(pool, name, shouldReplace);
  if (willReplace && !shouldDropDependents) await requireNoDependents(url, name);
  const { to: position } = await parseRange(context, options);
  const progress = showProgress(err, position, 'events');
  const startedAtMs = performance.now();
  try {
    const { rows, parked } = await replay({
      openWriter: (schema) => openReplayWriter(url, schema),
      reader: context.reader,
      pace: (reader) => limitReadRate(reader, maxRate, signal),
      pseudonyms,
      position,
      name,
      shouldReplace,
      shouldDropDependents,
      signal,
      onPage: progress.at,
    });
    progress.end();
    const seconds = (performance.now() - startedAtMs) / 1_000;
    const lines = Object.entries(rows).map(
      ([table, count]) => `${count.toLocaleString('en').padStart(12)}  ${table}`,
    );
    await write(
      out,
      `${lines.join('\n')}\n\nThe schema ${name} contains the read models as of position ${position}, readable for lyceum_analyst (${seconds.toFixed(1)} s).\n`,
    );
    if (parked > 0) err.write(describeParkedStreams(parked));
    return exitCodes.success;
  } catch (error) {
    progress.end();
    // Dependents may have been created while the replay was running.
    throw error instanceof DependentsError ? createDependentsUsageError(name, error.dependents) : error;
  }
};

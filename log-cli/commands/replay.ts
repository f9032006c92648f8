import type { Pool } from 'pg';
import { openWriter, type Past } from '#projector/connection/writer.ts';
import { DependentsError, lostWith, replay } from '#projector/past/replay.ts';
import type { Context } from '../place/context.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { write } from '../terminal/write.ts';
import { stretchOf } from './options.ts';
import { atRate } from './rate.ts';

export type ReplayOptions = {
  to?: string;
  schema?: string;
  rate?: string;
  replace?: boolean;
  dropDependents?: boolean;
};

const nameOf = (name = 'replay'): string => {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name) || /^(pg_|lyceum_past_)/.test(name))
    throw new UsageError(
      `--schema ${name}: a name of lower case letters, digits and _ is wanted, which begins with none of pg_ and lyceum_past_.`,
    );
  return name;
};

const rateOf = (rate: string | undefined): number => {
  if (rate === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(rate))
    throw new UsageError(`--rate ${rate}: how many events a second at most, from 1, is wanted.`);
  return Number(rate);
};

const open = (url: string, place?: Past) =>
  openWriter({
    connectionString: url,
    role: 'lyceum_projector',
    ...(place === undefined ? {} : { place }),
    applicationName: 'lyceum log replay',
    statementTimeoutMs: 30 * 60_000,
  });

const wouldBeLost = (name: string, lost: string) =>
  new UsageError(
    `Others have built on the replay ${name}, and would lose this with it:\n${lost.replaceAll(/^/gm, '  ')}\nNothing was changed. --drop-dependents says that it may go; --schema gives the new replay another name.`,
  );

/** @throws {UsageError} where what others have built on a replay would go with it. */
const requireNothingLost = async (url: string, name: string): Promise<void> => {
  const writer = await open(url);
  try {
    const lost = await lostWith(writer.db, name);
    if (lost !== null) throw wouldBeLost(name, lost);
  } finally {
    await writer.close();
  }
};

/**
 * Refused before anything is done, and not after minutes of work.
 * @returns whether there is an earlier replay that makes room. @throws {UsageError}
 */
const requireRoom = async (pool: Pool, name: string, replace: boolean): Promise<boolean> => {
  const { rows } = await pool.query<{ said: string | null }>(
    `select obj_description(oid, 'pg_namespace') as said from pg_namespace where nspname = $1`,
    [name],
  );
  const [found] = rows;
  if (found === undefined) return false;
  if (!found.said?.startsWith('Lyceum replay: '))
    throw new UsageError(`There is a schema ${name} already, which is no replay: choose another --schema.`);
  if (!replace)
    throw new UsageError(
      `There is a replay ${name} already: --replace puts the new one in its place, --schema gives it another name.`,
    );
  return true;
};

/**
 * Builds all read models from the log, up to a moment, into a schema for analysts: under pseudonyms, whole or not at all.
 * @throws {UsageError}
 */
export const replayLog = async (context: Context, options: ReplayOptions): Promise<ExitCode> => {
  const { pool, url, out, err, signal, pseudonyms } = context;
  const name = nameOf(options.schema);
  const rate = rateOf(options.rate);
  const replace = options.replace === true;
  const replaceDependents = options.dropDependents === true;
  if (replaceDependents && !replace)
    throw new UsageError(
      '--drop-dependents goes with --replace: it says what may go with the earlier replay.',
    );
  if ((await requireRoom(pool, name, replace)) && !replaceDependents) await requireNothingLost(url, name);
  const { to: position } = await stretchOf(context, options);
  const progress = showProgress(err, position, 'events');
  const began = performance.now();
  try {
    const { rows, parked } = await replay({
      openWriter: (place) => open(url, place),
      reader: context.reader,
      paced: (reader) => atRate(reader, rate, signal),
      pseudonyms,
      position,
      name,
      replace,
      replaceDependents,
      signal,
      onPage: progress.at,
    });
    progress.end();
    const seconds = (performance.now() - began) / 1_000;
    const lines = Object.entries(rows).map(
      ([table, count]) => `${count.toLocaleString('en').padStart(12)}  ${table}`,
    );
    await write(
      out,
      `${lines.join('\n')}\n\nThe read models as they were at position ${position} are in the schema ${name}, for lyceum_analyst (${seconds.toFixed(1)} s).\n`,
    );
    if (parked > 0)
      err.write(`${parked} streams could not be projected up to their end: see projector status.\n`);
    return exitCodes.well;
  } catch (error) {
    progress.end();
    // Built while the new one was being made.
    throw error instanceof DependentsError ? wouldBeLost(name, error.lost) : error;
  }
};

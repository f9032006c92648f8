import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { rethrowExplainingOtherVersion, sharedTables } from '../as-of/as-of-schema.ts';
import { buildAsOfTables } from '../as-of/build-as-of-tables.ts';
import { findUsersRemovedInLog } from '../as-of/removed-users.ts';
import type { AsOfSchema, Writer } from '../connection/writer.ts';
import { projections as allProjections } from '../models/projections.ts';
import { countRows } from '../shadow-tables/shadow-tables.ts';
import { createPseudonymousLog } from './pseudonymous-log.ts';
import { omittedTables, renamePositions, replayedTables, rewriteTables } from './rewrite-tables.ts';

export type ReplayOptions = {
  openWriter: (schema: AsOfSchema) => Promise<Writer>;
  /** A reader without the vault. */
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** Wraps the reader to limit its rate, so that others can use the database; no limit by default. */
  pace?: (reader: Pick<LogReader, 'readPage' | 'head'>) => Pick<LogReader, 'readPage' | 'head'>;
  pseudonyms: Pseudonyms;
  /** The last position to include. */
  position: number;
  /** The name of the schema: lower-case letters, digits and `_`. It does not begin with a digit. */
  name: string;
  /** Whether to replace an earlier replay with the same name. */
  shouldReplace: boolean;
  /** Whether to drop objects that depend on the earlier replay, such as views; false by default. */
  shouldDropDependents?: boolean;
  signal: AbortSignal;
  onPage?: (position: number) => void;
};

/** The models with a table that a replay contains. */
const projections = allProjections.filter(({ tables }) =>
  tables.some(({ name }) => !omittedTables.has(name)),
);

type ReplayResult = { rows: Record<string, number>; parked: number };

const isDependentsError = (error: unknown): error is { detail: string } =>
  error instanceof Error && 'code' in error && error.code === '2BP01' && 'detail' in error;

/** An earlier replay cannot be replaced because other objects depend on it. */
export class DependentsError extends Error {
  override name = 'DependentsError';
  /** The dependent objects as PostgreSQL lists them, one per line. */
  readonly dependents: string;
  constructor(name: string, dependents: string) {
    super(`Other objects depend on the replay ${name}:\n${dependents}`);
    this.dependents = dependents;
  }
}

/**
 * Returns the objects that depend on a replay, one per line; null if there are none, or if they cannot be determined
 * because the replay is being read.
 * @throws if there is no replay with this name.
 */
export const findReplayDependents = async (db: Kysely<ReadTables>, name: string): Promise<string | null> => {
  const { rows } = await sql<{ dependents: string | null }>`
    select log.lost_with_replay(${name}) as dependents`
    .execute(db)
    .catch(rethrowExplainingOtherVersion);
  return rows[0]?.dependents ?? null;
};

/**
 * Builds the read models up to a position in a schema that analysts can read. Ids of users and of their records are pseudonyms, personal
 * data is null or empty, times are rounded down to the hour, and rows of public acts have no pseudonyms. The schema appears under its name
 * when it is complete.
 * @returns the number of rows by table, and the number of parked streams. A stream counts once for each model in which it is parked.
 * @throws if a schema with this name exists, unless it is a replay to be replaced; {@link DependentsError} if objects depend on it and
 * must not be dropped. After an error the new tables are dropped, unless the connection is lost.
 */
export const replay = async (options: ReplayOptions): Promise<ReplayResult> => {
  const { position, name, shouldReplace, shouldDropDependents = false, pseudonyms, signal } = options;
  const { pace = (reader) => reader } = options;
  const mark = `hidden${randomBytes(8).toString('hex')}`;
  const asOf = await buildAsOfTables({
    ...options,
    projections,
    reader: createPseudonymousLog(pace(options.reader), pseudonyms, mark),
    removalReader: createPseudonymousLog(options.reader, pseudonyms, mark),
    // Does not look for missing keys: a replay needs none, and after an import all keys may be missing.
    findRemovedUsers: async (db) => (await findUsersRemovedInLog(db)).map(pseudonyms),
    isServed: false,
    omittedTables,
    beforeIndexes: ({ db }, schema) => rewriteTables(db, projections, schema, mark),
  });
  try {
    const { schema, parked } = asOf;
    const { db } = asOf.writer;
    for (const table of sharedTables) await sql`drop table ${sql.id(schema, table)}`.execute(db);
    await renamePositions(db, projections, schema);
    await sql`grant select on all tables in schema ${sql.id(schema)} to lyceum_analyst`.execute(db);
    const rows: Record<string, number> = {};
    for (const table of replayedTables(projections)) rows[table] = await countRows(db, schema, table);
    signal.throwIfAborted();
    // The tables were written without waiting for the disk. The next commit waits until all tables are on disk.
    await sql`set synchronous_commit = on`.execute(db);
    const comment = `up to position ${position}`;
    // The function may be missing by now, if the database was migrated during the build.
    await sql`select log.keep_past(${schema}, ${name}, ${comment}, ${shouldReplace}, ${shouldDropDependents})`
      .execute(db)
      .catch(rethrowExplainingOtherVersion);
    return { rows, parked };
  } catch (error) {
    throw isDependentsError(error) ? new DependentsError(name, error.detail) : error;
  } finally {
    await asOf.close();
  }
};

import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Past, Writer } from '../connection/writer.ts';
import { projections } from '../projections.ts';
import { buildPast } from './build.ts';
import { removedInLog } from './forget-removed.ts';
import { pseudonymousLog } from './pseudonymous-log.ts';
import { withoutFunctions } from './without-functions.ts';
import { withoutStandIns } from './without-stand-ins.ts';

export type ReplayOptions = {
  openWriter: (place: Past) => Promise<Writer>;
  /** Without the vault. */
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** Makes of it the one that walks through the log, where others need the database too; itself unless given. */
  paced?: (reader: Pick<LogReader, 'readPage' | 'head'>) => Pick<LogReader, 'readPage' | 'head'>;
  pseudonyms: Pseudonyms;
  position: number;
  /** The schema's name: lower case letters, digits and `_`. */
  name: string;
  /** Whether an earlier replay of this name makes room. */
  replace: boolean;
  /** Whether what others built on that one (views, say) goes with it; not unless given. */
  replaceDependents?: boolean;
  signal: AbortSignal;
  onPage?: (position: number) => void;
};

export type Replay = { rows: Record<string, number>; parked: number };

const isInTheWay = (error: unknown): error is { detail: string } =>
  error instanceof Error && 'code' in error && error.code === '2BP01' && 'detail' in error;

/** What others built on an earlier replay stands in its way; `lost` names it, a line each, as PostgreSQL does. */
export class DependentsError extends Error {
  override name = 'DependentsError';
  readonly lost: string;
  constructor(name: string, lost: string) {
    super(`Others have built on the replay ${name}:\n${lost}`);
    this.lost = lost;
  }
}

/**
 * What others have built on a replay and would lose with it, a line each; null: nothing, or it cannot be told just now
 * because somebody reads it.
 * @throws where there is no replay of this name.
 */
export const lostWith = async (db: Kysely<ReadTables>, name: string): Promise<string | null> => {
  const { rows } = await sql<{ lost: string | null }>`select log.lost_with_replay(${name}) as lost`
    .execute(db)
    .catch(withoutFunctions);
  return rows[0]?.lost ?? null;
};

const countRows = async (db: Kysely<ReadTables>, schema: string): Promise<Record<string, number>> => {
  const rows: Record<string, number> = {};
  for (const { name } of projections.flatMap(({ tables }) => tables)) {
    const { rows: counted } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.id(schema, name)}`.execute(db);
    rows[name] = Number(counted[0]?.rows ?? 0);
  }
  return rows;
};

/**
 * Builds all read models up to a position as tables that analysts may read, in which nobody can be told from anybody: ids
 * are pseudonyms, what is personal is null. They appear under their name whole or not at all.
 * @returns how many rows each table has, and how many streams could not be projected.
 * @throws when there is a schema of this name that is not to be replaced; {@link DependentsError} where that would take what
 * others built along; or when it fails: then nothing is left.
 */
export const replay = async (options: ReplayOptions): Promise<Replay> => {
  const {
    position,
    name,
    replace,
    replaceDependents = false,
    pseudonyms,
    paced = (reader) => reader,
  } = options;
  const mark = `hidden${randomBytes(8).toString('hex')}`;
  const past = await buildPast({
    ...options,
    projections,
    reader: pseudonymousLog(paced(options.reader), pseudonyms, mark),
    ahead: pseudonymousLog(options.reader, pseudonyms, mark),
    // Nothing here needs keys: where an import left all of them behind, nobody was removed for that.
    removed: async (db) => (await removedInLog(db)).map(pseudonyms),
    toBeServed: false,
    beforeIndexes: ({ db }, schema) => withoutStandIns(db, projections, schema, mark),
  });
  try {
    const { schema, parked } = past;
    const { db } = past.writer;
    // How the projector stands is nothing for analysts.
    await sql`drop table ${sql.id(schema, 'checkpoints')}, ${sql.id(schema, 'parked')}`.execute(db);
    await sql`grant select on all tables in schema ${sql.id(schema)} to lyceum_analyst`.execute(db);
    const rows = await countRows(db, schema);
    options.signal.throwIfAborted();
    // What is kept is on the disk, with all that was written for it.
    await sql`set synchronous_commit = on`.execute(db);
    const said = `up to position ${position}`;
    // Others may have migrated the database meanwhile.
    await sql`select log.keep_past(${schema}, ${name}, ${said}, ${replace}, ${replaceDependents})`
      .execute(db)
      .catch(withoutFunctions);
    return { rows, parked };
  } catch (error) {
    throw isInTheWay(error) ? new DependentsError(name, error.detail) : error;
  } finally {
    await past.close();
  }
};

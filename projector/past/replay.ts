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
  signal: AbortSignal;
  onPage?: (position: number) => void;
};

export type Replay = { rows: Record<string, number>; parked: number };

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
 * @throws when there is a schema of this name that is not to be replaced; or when it fails: then nothing is left.
 */
export const replay = async (options: ReplayOptions): Promise<Replay> => {
  const { position, name, replace, pseudonyms, paced = (reader) => reader } = options;
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
    await sql`select log.keep_past(${schema}, ${name}, ${`up to position ${position}`}, ${replace})`.execute(
      db,
    );
    return { rows, parked };
  } finally {
    await past.close();
  }
};

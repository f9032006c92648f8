import { type Kysely, sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Past, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { buildBeside } from '../rebuild/build.ts';
import { finishTableBeside } from '../rebuild/tables-beside.ts';
import { forget, withoutKey } from './forget-removed.ts';
import { clearLeftovers, dropPast, makePast, newPast } from './schema.ts';
import { withoutFunctions } from './without-functions.ts';

export type BuildOptions = {
  openWriter: (place: Past) => Promise<Writer>;
  projections: readonly Projection[];
  /** The log as the tables shall see it: in clear, or under pseudonyms. */
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** The same log, where a few events of all of it are looked up before; `reader` unless given. */
  ahead?: Pick<LogReader, 'readPage'>;
  /** The last position that is part of it. */
  position: number;
  /** Whoever is to be left out, under the ids that the reader gives; everybody who has no key any more unless given. */
  removed?: (db: Kysely<ReadTables>) => Promise<readonly string[]>;
  /** Whether it is to be served: then the read-api may read it, and finds tables of `state`, empty. */
  toBeServed: boolean;
  /** What is still to be done with the rows before their indexes are made. */
  beforeIndexes?: (writer: Writer, past: Past) => Promise<void>;
  signal: AbortSignal;
  onPage?: (position: number) => void;
};

export type BuiltPast = {
  schema: Past;
  /** Holds the schema: it lasts as long as this connection. */
  writer: Writer;
  /** Streams that could not be projected up to their end. */
  parked: number;
  /** Drops the schema, unless it was kept, and ends the connection. */
  close(): Promise<void>;
};

const countParked = async ({ db }: Writer, past: Past): Promise<number> => {
  const { rows } = await sql<{ streams: number }>`
    select count(*) as streams from ${sql.id(past, 'parked')}`.execute(db);
  return Number(rows[0]?.streams ?? 0);
};

/**
 * Builds all read tables as they were at a position, in a schema of their own, while everything else goes on. Whoever
 * has been removed since is not in them. What killed builds left behind is cleared away first.
 * @throws when it fails or the signal aborts: then nothing is left.
 */
export const buildPast = async (options: BuildOptions): Promise<BuiltPast> => {
  const { projections, position, toBeServed, signal } = options;
  const schema = newPast();
  const writer = await options.openWriter(schema);
  const { db } = writer;
  const close = async () => {
    try {
      // Without a connection the projector that leads does it, as for a process that was killed (keeping/leftovers.ts).
      if (!writer.lost.aborted) await dropPast(db, schema);
    } finally {
      await writer.close();
    }
  };
  try {
    await clearLeftovers(db).catch(withoutFunctions);
    await makePast(db, schema, { withState: toBeServed }).catch(withoutFunctions);
    await buildBeside({
      projections,
      writer,
      place: schema,
      reader: options.reader,
      ahead: options.ahead,
      to: position,
      signal: AbortSignal.any([signal, writer.lost]),
      onProgress: options.onPage,
    });
    signal.throwIfAborted();
    await forget(db, projections, position, await (options.removed ?? withoutKey)(db));
    await options.beforeIndexes?.(writer, schema);
    for (const projection of projections) {
      signal.throwIfAborted();
      for (const { name } of projection.tables) await finishTableBeside(db, name, schema);
    }
    return { schema, writer, parked: await countParked(writer, schema), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
};

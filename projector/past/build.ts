import { sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { Past, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { buildBeside } from '../rebuild/build.ts';
import { finishTablesBeside } from '../rebuild/tables-beside.ts';
import { forgetRemoved } from './forget-removed.ts';
import { clearLeftovers, dropPast, makePast, newPast } from './schema.ts';

export type BuildOptions = {
  openWriter: (place: Past) => Promise<Writer>;
  projections: readonly Projection[];
  /** The log as the tables shall see it: in clear, or under pseudonyms. */
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** The last position that is part of it. */
  position: number;
  /** Under which id a person stands in what the reader gives; their own unless given. */
  idOf?: (person: string) => string;
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

const withoutFunctions = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '42883')
    throw new Error(
      'The database is of an older Lyceum: start this one once (npm start), which migrates it.',
      {
        cause: error,
      },
    );
  throw error;
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
      to: position,
      signal: AbortSignal.any([signal, writer.lost]),
      onProgress: options.onPage,
    });
    signal.throwIfAborted();
    await forgetRemoved(db, projections, position, options.idOf ?? ((person) => person));
    await options.beforeIndexes?.(writer, schema);
    for (const projection of projections) {
      signal.throwIfAborted();
      await finishTablesBeside(db, projection, schema);
    }
    return { schema, writer, parked: await countParked(writer, schema), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
};

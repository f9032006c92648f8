import type { Kysely } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { AsOfSchema, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { buildShadowTables } from '../rebuild/build-shadow-tables.ts';
import { completeShadowTable, countRows } from '../shadow-tables/shadow-tables.ts';
import {
  createAsOfSchema,
  dropAsOfSchema,
  dropOrphanedAsOfSchemas,
  newAsOfSchemaName,
  rethrowExplainingOtherVersion,
} from './as-of-schema.ts';
import { eraseUsers, findUsersWithoutKey } from './removed-users.ts';

type AsOfBuildOptions = {
  openWriter: (schema: AsOfSchema) => Promise<Writer>;
  projections: readonly Projection[];
  /** The log to project, with real ids or pseudonyms. */
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /**
   * Reads the removals before the build starts; `reader` by default. A separate reader is not subject to a rate limit of
   * `reader`.
   */
  removalReader?: Pick<LogReader, 'readPage'>;
  /** The last position to include. */
  position: number;
  /** Returns the ids of the users to leave out: pseudonyms if `reader` returns pseudonyms. By default all users without a key. */
  findRemovedUsers?: (db: Kysely<ReadTables>) => Promise<readonly string[]>;
  /** Whether the read-api will serve the tables. If so, it may read them, and empty tables like those of `state` are created. */
  isServed: boolean;
  /** Modifies the tables before the indexes are created, and drops {@link omittedTables}. */
  beforeIndexes?: (writer: Writer, schema: AsOfSchema) => Promise<void>;
  /** The tables that `beforeIndexes` drops; none by default. */
  omittedTables?: ReadonlySet<string>;
  signal: AbortSignal;
  onPage?: (position: number) => void;
};

export type AsOfTables = {
  schema: AsOfSchema;
  /** The connection that locks the schema. The schema must not be used after the connection has ended. */
  writer: Writer;
  /** The number of parked streams. A stream counts once for each model in which one of its events could not be applied. */
  parked: number;
  /** Drops the schema, unless it was renamed or the connection is lost, and closes the connection. */
  close(): Promise<void>;
};

/**
 * Builds the tables of models as of a past position, in a new schema, without disturbing the current tables. Users who were
 * removed later are left out. First drops the schemas that killed processes have left behind.
 * @throws if the build fails or the signal aborts. The schema is then dropped, unless the connection is lost.
 */
export const buildAsOfTables = async (options: AsOfBuildOptions): Promise<AsOfTables> => {
  const { projections, position, isServed, signal } = options;
  const schema = newAsOfSchemaName();
  const writer = await options.openWriter(schema);
  const { db } = writer;
  const close = async () => {
    try {
      // If the connection is lost, the leading projector drops the schema (maintenance/orphaned-tables.ts).
      if (!writer.connectionLost.aborted) await dropAsOfSchema(db, schema);
    } finally {
      await writer.close();
    }
  };
  try {
    await dropOrphanedAsOfSchemas(db).catch(rethrowExplainingOtherVersion);
    await createAsOfSchema(db, schema, { hasState: isServed }).catch(rethrowExplainingOtherVersion);
    await buildShadowTables({
      projections,
      writer,
      schema,
      reader: options.reader,
      removalReader: options.removalReader,
      to: position,
      signal: AbortSignal.any([signal, writer.connectionLost]),
      onProgress: options.onPage,
    });
    signal.throwIfAborted();
    const removedUserIds = await (options.findRemovedUsers ?? findUsersWithoutKey)(db);
    await eraseUsers(db, projections, position, removedUserIds);
    await options.beforeIndexes?.(writer, schema);
    for (const projection of projections) {
      signal.throwIfAborted();
      for (const { name } of projection.tables)
        if (!options.omittedTables?.has(name)) await completeShadowTable(db, name, schema);
    }
    return { schema, writer, parked: await countRows(db, schema, 'parked'), close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
};

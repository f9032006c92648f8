import { sql } from 'kysely';
import { pause } from '#concurrency/pause.ts';
import { dropOrphanedAsOfSchemas } from '../as-of/as-of-schema.ts';
import type { Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { AlreadyRunningError, lockModel, unlockModel } from '../shadow-tables/model-lock.ts';
import { dropShadowTables, type ShadowSchema } from '../shadow-tables/shadow-tables.ts';

const defaultIntervalMs = 60_000;

const listTables = async ({ db }: Writer, schema: ShadowSchema): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema}`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

/** Drops a model's shadow tables unless a running process holds its lock. @returns whether they were dropped. */
const dropIfUnlocked = async (
  writer: Writer,
  projection: Projection,
  schema: ShadowSchema,
): Promise<boolean> => {
  const { model } = projection;
  try {
    await lockModel(writer, schema, model);
  } catch (error) {
    if (error instanceof AlreadyRunningError) return false;
    throw error;
  }
  try {
    await dropShadowTables(writer.db, projection, schema);
  } finally {
    await unlockModel(writer, schema, model);
  }
  return true;
};

/** Drops the tables of killed rebuilds and checks, one model at a time, to block new builds only briefly. */
const dropOrphanedShadowTables = async (
  writer: Writer,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<number> => {
  let dropped = 0;
  for (const schema of ['read_next', 'read_check'] as const) {
    const existing = await listTables(writer, schema);
    for (const projection of projections) {
      if (signal.aborted) return dropped;
      if (!projection.tables.some(({ name }) => existing.has(name))) continue;
      if (await dropIfUnlocked(writer, projection, schema)) dropped += 1;
    }
  }
  return dropped;
};

type OrphanedTablesOptions = {
  /** Opens a separate connection as lyceum_projector, because a wait for a lock must not block the leader's connection. */
  openWriter: () => Promise<Writer>;
  projections: readonly Projection[];
  /** The time between two runs, in milliseconds; 60,000 by default. */
  intervalMs?: number;
};

/**
 * Drops the tables that killed processes have left behind in as-of schemas and in the schemas of rebuilds and checks. They
 * contain unencrypted personal data, which later removals would not erase. Processes that still use their tables hold
 * advisory locks, which end with the connection.
 * @returns the number of dropped as-of schemas, plus the number of models whose shadow tables were dropped.
 */
const dropOrphanedTables = async (
  { openWriter, projections }: OrphanedTablesOptions,
  signal: AbortSignal,
): Promise<number> => {
  const writer = await openWriter();
  try {
    // A process that has lost its main connection may still read its tables until it ends. This run then fails, and a later run
    // drops the tables.
    await sql`set lock_timeout = '5s'`.execute(writer.db);
    return (
      (await dropOrphanedAsOfSchemas(writer.db)) +
      (await dropOrphanedShadowTables(writer, projections, signal))
    );
  } finally {
    await writer.close();
  }
};

/** Drops orphaned tables at once and then at intervals, until the signal aborts. */
export const dropOrphanedTablesRegularly = async (
  options: OrphanedTablesOptions,
  signal: AbortSignal,
  observer: { done: (dropped: number) => void; failed: (error: unknown) => void },
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const dropped = await dropOrphanedTables(options, signal);
      if (dropped > 0) observer.done(dropped);
    } catch (error) {
      if (!signal.aborted) observer.failed(error);
    }
    await pause(options.intervalMs ?? defaultIntervalMs, signal);
  }
};

import { sql } from 'kysely';
import { pause } from '../connection/pause.ts';
import type { Writer } from '../connection/writer.ts';
import { clearLeftovers } from '../past/schema.ts';
import type { Projection } from '../projection/projection.ts';
import { AlreadyRunningError, claimPlace, letGoOfPlace } from '../rebuild/claim.ts';
import { type Beside, dropTablesBeside } from '../rebuild/tables-beside.ts';

const everyMs = 60_000;

const tablesIn = async ({ db }: Writer, place: Beside): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${place}`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

/** @returns whether the model's tables were nobody's, and are gone. */
const clearModel = async (writer: Writer, projection: Projection, place: Beside): Promise<boolean> => {
  const { model } = projection;
  try {
    await claimPlace(writer, place, model);
  } catch (error) {
    if (error instanceof AlreadyRunningError) return false;
    throw error;
  }
  try {
    await dropTablesBeside(writer.db, projection, place);
  } finally {
    await letGoOfPlace(writer, place, model);
  }
  return true;
};

/** What killed rebuilds and checks left: of a model at a time, so that a new one is refused for a blink at most. */
const clearBeside = async (
  writer: Writer,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<number> => {
  let cleared = 0;
  for (const place of ['read_next', 'read_check'] as const) {
    const left = await tablesIn(writer, place);
    for (const projection of projections) {
      if (signal.aborted) return cleared;
      if (!projection.tables.some(({ name }) => left.has(name))) continue;
      if (await clearModel(writer, projection, place)) cleared += 1;
    }
  }
  return cleared;
};

export type Leftovers = {
  /** A connection as lyceum_projector, of its own: what waits for a lock must not hold up the one that leads. */
  openWriter: () => Promise<Writer>;
  projections: readonly Projection[];
  /** A minute unless given. */
  everyMs?: number;
};

/**
 * Drops the tables that were built beside the live ones by processes that were killed: those of pasts, rebuilds and checks.
 * They hold names, addresses and notes in clear, and no removal reaches them. Whoever still works on them or serves them
 * holds an advisory lock, which ends with the connection.
 * @returns how many pasts and models of rebuilds there were.
 */
export const dropLeftovers = async (
  { openWriter, projections }: Leftovers,
  signal: AbortSignal,
): Promise<number> => {
  const writer = await openWriter();
  try {
    // Somebody who reads them still (their process has lost its connection) is about to end; there is a next time.
    await sql`set lock_timeout = '5s'`.execute(writer.db);
    return (await clearLeftovers(writer.db)) + (await clearBeside(writer, projections, signal));
  } finally {
    await writer.close();
  }
};

/** Does it at once and every minute until the signal aborts. */
export const clearLeftoversRegularly = async (
  leftovers: Leftovers,
  signal: AbortSignal,
  told: { done: (cleared: number) => void; failed: (error: unknown) => void },
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const cleared = await dropLeftovers(leftovers, signal);
      if (cleared > 0) told.done(cleared);
    } catch (error) {
      if (!signal.aborted) told.failed(error);
    }
    await pause(leftovers.everyMs ?? everyMs, signal);
  }
};

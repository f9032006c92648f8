import { sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import { backOff, pause } from '../connection/pause.ts';
import { isTransient } from '../connection/transient.ts';
import type { Place, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { readStand } from '../runner/stand.ts';
import { catchUp, livePosition } from './catch-up.ts';
import { FallenBehindError, swap, swapsWithin } from './swap.ts';
import { dropTablesBeside, finishTablesBeside, makeTablesBeside } from './tables-beside.ts';

export type RebuildOptions = {
  projection: Projection;
  openWriter: (place: Place) => Promise<Writer>;
  reader: Pick<LogReader, 'readPage' | 'head'>;
  signal: AbortSignal;
  pageSize?: number;
  /** How long the swap is tried against readers that hold the table; a minute unless given. */
  swapLimitMs?: number;
};

/** Another rebuild or check of the model works in the same place. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** One at a time builds a model in a place; the lock belongs to the connection. @throws {AlreadyRunningError} */
export const claimPlace = async (writer: Writer, place: Place, model: string): Promise<void> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_lock(4115211, hashtext(${`${place}.${model}`})) as mine`.execute(writer.db);
  if (rows[0]?.mine !== true)
    throw new AlreadyRunningError(`${model} is being built in ${place} already: wait until that has ended.`);
};

const swapWhenFree = async (
  writer: Writer,
  { projection, reader, signal, pageSize = 5_000, swapLimitMs = 60_000 }: RebuildOptions,
  caughtUp: number,
): Promise<number> => {
  const until = Date.now() + swapLimitMs;
  let position = caughtUp;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const live = await livePosition(writer.db, projection.model);
    position = await catchUp({ db: writer.db, projection, reader, pageSize, signal }, position, live);
    try {
      return await writer.db
        .transaction()
        .execute((transaction) => swap(transaction, projection, position, reader));
    } catch (error) {
      if (!(error instanceof FallenBehindError) && !isTransient(error)) throw error;
      if (Date.now() > until)
        throw new Error(
          `The tables of ${projection.model} were in use for ${swapLimitMs / 1000} s without a gap, or more than ${swapsWithin} events a moment came in. Nothing was changed; try again later.`,
          { cause: error },
        );
      await pause(backOff(Math.min(attempt, 5)), signal);
    }
  }
};

/**
 * Builds a model anew from the whole log, beside the live tables and while those go on, and puts it in their place
 * when it has caught up. Readers see the old rows until then and the new ones from then on.
 * @returns the position at which the tables changed places.
 * @throws {AlreadyRunningError}; or when something fails: then the live tables are as they were.
 */
export const rebuild = async (options: RebuildOptions): Promise<number> => {
  const { projection, reader, signal, pageSize = 5_000 } = options;
  const writer = await options.openWriter('read_next');
  try {
    await claimPlace(writer, 'read_next', projection.model);
    await readStand(writer.db.withSchema('read'), [projection.model]);
    try {
      await makeTablesBeside(writer.db, projection, 'read_next');
      const catching = { db: writer.db, projection, reader, pageSize, signal };
      const position = await catchUp(catching, 0, await livePosition(writer.db, projection.model));
      await finishTablesBeside(writer.db, projection, 'read_next');
      return await swapWhenFree(writer, options, position);
    } finally {
      if (!writer.lost.aborted) await dropTablesBeside(writer.db, projection, 'read_next');
    }
  } finally {
    await writer.close();
  }
};

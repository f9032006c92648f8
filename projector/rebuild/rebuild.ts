import { backOff, pause } from '../connection/pause.ts';
import { isTransient } from '../connection/transient.ts';
import type { Place, Writer } from '../connection/writer.ts';
import { readStand } from '../runner/stand.ts';
import { type BuildOptions, buildBeside } from './build.ts';
import { catchUp } from './catch-up.ts';
import { claimPlace, writeFor } from './claim.ts';
import { gapsBetween, livePositions } from './gaps.ts';
import { FallenBehindError, swap, swapsWithin } from './swap.ts';
import { dropTablesBeside } from './tables-beside.ts';

export type RebuildOptions = Pick<
  BuildOptions,
  'projections' | 'reader' | 'signal' | 'pageSize' | 'memory' | 'onProgress' | 'onCareful'
> & {
  openWriter: (place: Place) => Promise<Writer>;
  /** How long the swap is tried against readers that hold the table; a minute unless given. */
  swapLimitMs?: number;
};

/** What came in while the models were built. */
const catchUpAll = async (
  writer: Writer,
  { projections, reader, signal }: RebuildOptions,
  built: Map<string, number>,
): Promise<void> => {
  const models = projections.map(({ model }) => model);
  const live = await livePositions(writer.db, models);
  for (const { from, to, together } of gapsBetween(projections, built, live)) {
    const reached = await catchUp({ db: writer.db, projections: together, reader, signal }, from, to);
    for (const { model } of together) built.set(model, reached);
  }
};

const swapWhenFree = async (
  writer: Writer,
  options: RebuildOptions,
  built: Map<string, number>,
): Promise<Map<string, number>> => {
  const { projections, reader, signal, swapLimitMs = 60_000 } = options;
  const until = Date.now() + swapLimitMs;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    await catchUpAll(writer, options, built);
    try {
      return await writer.db
        .transaction()
        .execute((transaction) => swap(transaction, projections, built, reader));
    } catch (error) {
      if (!(error instanceof FallenBehindError) && !isTransient(error)) throw error;
      if (Date.now() > until)
        throw new Error(
          `The tables were in use for ${swapLimitMs / 1000} s without a gap, or more than ${swapsWithin} events a moment came in. Nothing was changed; try again later.`,
          { cause: error },
        );
      await pause(backOff(Math.min(attempt, 5)), signal);
    }
  }
};

/** Connections that write beside the first one. */
const besides = 2;

/**
 * The tables beside, with all that the live ones have; on several connections, so that the database does more than one thing at
 * once. When one of them is lost nothing more is begun on the others.
 */
const buildWhole = async (writer: Writer, options: RebuildOptions): Promise<Map<string, number>> => {
  const models = options.projections.map(({ model }) => model);
  const beside: Writer[] = [];
  try {
    while (beside.length < besides) beside.push(await options.openWriter('read_next'));
    for (const one of beside) await writeFor(one, 'read_next', models);
    const signal = AbortSignal.any([options.signal, ...[writer, ...beside].map(({ lost }) => lost)]);
    return await buildBeside({ ...options, signal, writer, beside, place: 'read_next', isWhole: true });
  } finally {
    for (const one of beside) await one.close();
  }
};

/**
 * Builds models anew from the whole log, in one walk, beside the live tables and while those go on; and puts all of them in
 * their places when they have caught up. Readers see the old rows until then and the new ones from then on.
 * @returns by model, the position at which the tables changed places.
 * @throws {AlreadyRunningError}; or when something fails: then the live tables are as they were.
 */
export const rebuild = async (options: RebuildOptions): Promise<Map<string, number>> => {
  const { projections } = options;
  const models = projections.map(({ model }) => model);
  const writer = await options.openWriter('read_next');
  try {
    for (const model of models) await claimPlace(writer, 'read_next', model);
    await readStand(writer.db.withSchema('read'), models);
    try {
      const built = await buildWhole(writer, options);
      return await swapWhenFree(writer, options, built);
    } finally {
      if (!writer.lost.aborted)
        for (const projection of projections) await dropTablesBeside(writer.db, projection, 'read_next');
    }
  } finally {
    await writer.close();
  }
};

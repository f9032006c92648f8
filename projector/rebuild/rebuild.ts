import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { databaseBackoff } from '../connection/database-backoff.ts';
import { isTransient } from '../connection/is-transient.ts';
import type { ReadSchema, Writer } from '../connection/writer.ts';
import { loadCheckpoints } from '../projection/checkpoints.ts';
import { lockModel, shareModelLock } from '../shadow-tables/model-lock.ts';
import { dropShadowTables } from '../shadow-tables/shadow-tables.ts';
import { type BuildOptions, buildShadowTables } from './build-shadow-tables.ts';
import { catchUp } from './catch-up.ts';
import { findCatchUpRanges, loadCurrentPositions } from './catch-up-ranges.ts';
import { FallenBehindError, maxEventsInSwap, swapTables } from './swap-tables.ts';

export type RebuildOptions = BuildOptions & {
  openWriter: (schema: ReadSchema) => Promise<Writer>;
  /** How long to retry the swap, in milliseconds; 60,000 by default. */
  swapLimitMs?: number;
};

/** The number of connections that write rows in addition to the first one. */
const extraWriterCount = 2;
/** The longest delay before a swap is retried. */
const maxSwapRetryMs = 1_600;

/**
 * Builds complete shadow tables on several connections, so that the database works in parallel. When one connection is
 * lost, no more work is started on the others.
 */
const buildOnSeveralWriters = async (
  writer: Writer,
  options: RebuildOptions,
): Promise<Map<string, number>> => {
  const models = options.projections.map(({ model }) => model);
  const extraWriters: Writer[] = [];
  try {
    while (extraWriters.length < extraWriterCount) extraWriters.push(await options.openWriter('read_next'));
    for (const extra of extraWriters) await shareModelLock(extra, 'read_next', models);
    const lossSignals = [writer, ...extraWriters].map(({ connectionLost }) => connectionLost);
    const signal = AbortSignal.any([options.signal, ...lossSignals]);
    const schema = 'read_next';
    return await buildShadowTables({
      ...options,
      signal,
      writer,
      extraWriters,
      schema,
      shouldComplete: true,
    });
  } finally {
    for (const extra of extraWriters) await extra.close();
  }
};

/** Applies the events that were appended during the build. Updates the positions in `built`. */
const catchUpWithCurrentTables = async (
  writer: Writer,
  { projections, reader, signal }: RebuildOptions,
  built: Map<string, number>,
): Promise<void> => {
  const models = projections.map(({ model }) => model);
  const current = await loadCurrentPositions(writer.db, models);
  for (const { after, to, projections: group } of findCatchUpRanges(projections, built, current)) {
    const reached = await catchUp({ db: writer.db, projections: group, reader, signal }, after, to);
    for (const { model } of group) built.set(model, reached);
  }
};

/** Swaps the tables. Retries while other connections hold locks on them, or if the shadow tables have fallen behind. */
const swapWithRetry = async (
  writer: Writer,
  options: RebuildOptions,
  built: Map<string, number>,
): Promise<Map<string, number>> => {
  const { projections, reader, signal, swapLimitMs = 60_000 } = options;
  const deadline = Date.now() + swapLimitMs;
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    await catchUpWithCurrentTables(writer, options, built);
    try {
      return await writer.db
        .transaction()
        .execute((transaction) => swapTables(transaction, projections, built, reader));
    } catch (error) {
      if (!(error instanceof FallenBehindError) && !isTransient(error)) throw error;
      if (Date.now() > deadline)
        throw new Error(
          `The tables could not be swapped within ${swapLimitMs / 1000} s: they were in use, or more than ${maxEventsInSwap} events were appended before each attempt. Nothing was changed. Run the rebuild again later.`,
          { cause: error },
        );
      await pause(backoffMs(attempt, { ...databaseBackoff, maxMs: maxSwapRetryMs }), signal);
    }
  }
};

/**
 * Rebuilds models from the whole log in shadow tables, while the current ones are in use, and swaps the tables when they
 * have caught up. Queries see the old rows until the swap and the new rows afterwards.
 * @returns the position of each model after the swap.
 * @throws {AlreadyRunningError} if another process still uses the shadow tables of one of the models. An error before the swap leaves the
 * current tables unchanged.
 */
export const rebuild = async (options: RebuildOptions): Promise<Map<string, number>> => {
  const { projections } = options;
  const models = projections.map(({ model }) => model);
  const writer = await options.openWriter('read_next');
  try {
    for (const model of models) await lockModel(writer, 'read_next', model);
    await loadCheckpoints(writer.db.withSchema('read'), models);
    try {
      const built = await buildOnSeveralWriters(writer, options);
      return await swapWithRetry(writer, options, built);
    } finally {
      if (!writer.connectionLost.aborted)
        for (const projection of projections) await dropShadowTables(writer.db, projection, 'read_next');
    }
  } finally {
    await writer.close();
  }
};

import { sql } from 'kysely';
import { pause } from '#concurrency/pause.ts';
import type { ReadSchema, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { type BuildOptions, buildShadowTables } from '../rebuild/build-shadow-tables.ts';
import { catchUp } from '../rebuild/catch-up.ts';
import { loadCurrentPositions } from '../rebuild/catch-up-ranges.ts';
import { lockModel } from '../shadow-tables/model-lock.ts';
import { countRows, dropShadowTables } from '../shadow-tables/shadow-tables.ts';
import { compareModel, type Difference } from './compare-model.ts';

type CheckOptions = BuildOptions & { openWriter: (schema: ReadSchema) => Promise<Writer> };

type CheckResult = { model: string; position: number; rows: number; differences: Difference[] };

/**
 * A model with differences is compared at most this many times. Only differences that persist are reported. When a user is removed, their
 * key is destroyed a moment before the read tables change. In between, the tables have personal data that the check can no longer decrypt.
 */
const maxComparisons = 3;
const comparisonIntervalMs = 1_000;

const isSameRow = (a: Difference, b: Difference) => a.table === b.table && a.key === b.key;

/**
 * Advances the shadow tables to the exact position of the current tables and compares the two. The checkpoint is locked first, so that no
 * events are applied in the meantime. The lock is released when the comparison has taken its snapshot. From then on, the comparison blocks
 * only a rebuild that replaces the tables.
 * @param after the position of the shadow tables.
 */
const compareOnce = async (
  shadow: Writer,
  current: Writer,
  projection: Projection,
  { reader, signal }: CheckOptions,
  after: number,
): Promise<CheckResult> => {
  const catchUpOptions = { db: shadow.db, projections: [projection], reader, signal };
  const { model } = projection;
  const currentPosition = (await loadCurrentPositions(current.db, [model])).get(model) ?? 0;
  const caughtUpTo = await catchUp(catchUpOptions, after, currentPosition);
  const snapshotTaken = Promise.withResolvers<void>();
  const compared = Promise.withResolvers<CheckResult>();
  await current.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ position: number }>`
      select position from read.checkpoints where model = ${model} for update`.execute(transaction);
    const position = await catchUp(catchUpOptions, caughtUpTo, rows[0]?.position ?? 0);
    shadow.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        // The first statement takes the snapshot. The table locks prevent a rebuild from replacing the tables.
        for (const { name } of projection.tables)
          await sql`select 1 from ${sql.id('read', name)} limit 1`.execute(snapshot);
        snapshotTaken.resolve();
        let rows = 0;
        for (const { name } of projection.tables) rows += await countRows(snapshot, 'read', name);
        const differences = await compareModel(snapshot, projection);
        return { model, position, rows, differences };
      })
      .then(compared.resolve, (error: unknown) => {
        snapshotTaken.reject(error);
        compared.reject(error);
      });
    // If the comparison fails before its snapshot, `snapshotTaken` throws the error, and nobody awaits `compared`.
    compared.promise.catch(() => {});
    await snapshotTaken.promise;
  });
  return compared.promise;
};

/** Compares several times if there are differences, and returns those that every comparison found. */
const compareUntilStable = async (
  shadow: Writer,
  current: Writer,
  projection: Projection,
  options: CheckOptions,
  after: number,
): Promise<CheckResult> => {
  let result = await compareOnce(shadow, current, projection, options, after);
  for (let count = 1; count < maxComparisons && result.differences.length > 0; count += 1) {
    await pause(comparisonIntervalMs, options.signal);
    options.signal.throwIfAborted();
    const next = await compareOnce(shadow, current, projection, options, result.position);
    const previous = result.differences;
    const persistent = next.differences.filter((difference) =>
      previous.some((earlier) => isSameRow(difference, earlier)),
    );
    result = { ...next, differences: persistent };
  }
  return result;
};

/**
 * Builds models from the log in shadow tables, and compares them with the current tables row by row. Possible
 * causes of a difference are a bug, a manual change, or a change of the projection after which the model was not rebuilt.
 */
export async function* checkModels(options: CheckOptions): AsyncGenerator<CheckResult> {
  const { projections } = options;
  const shadow = await options.openWriter('read_check');
  const current = await options.openWriter('read');
  try {
    for (const { model } of projections) await lockModel(shadow, 'read_check', model);
    try {
      const built = await buildShadowTables({ ...options, writer: shadow, schema: 'read_check' });
      for (const projection of projections)
        yield await compareUntilStable(
          shadow,
          current,
          projection,
          options,
          built.get(projection.model) ?? 0,
        );
    } finally {
      if (!shadow.connectionLost.aborted)
        for (const projection of projections) await dropShadowTables(shadow.db, projection, 'read_check');
    }
  } finally {
    await shadow.close();
    await current.close();
  }
}

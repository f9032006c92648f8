import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { pause } from '../connection/pause.ts';
import type { Place, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { type BuildOptions, buildBeside } from '../rebuild/build.ts';
import { catchUp } from '../rebuild/catch-up.ts';
import { claimPlace } from '../rebuild/claim.ts';
import { livePositions } from '../rebuild/gaps.ts';
import { dropTablesBeside } from '../rebuild/tables-beside.ts';
import { compareModel, type Difference } from './compare.ts';

export type CheckOptions = Pick<
  BuildOptions,
  'projections' | 'reader' | 'signal' | 'pageSize' | 'memory' | 'onProgress' | 'onCareful'
> & { openWriter: (place: Place) => Promise<Writer> };

export type CheckResult = { model: string; position: number; rows: number; differences: Difference[] };

/** A removal may be in the vault already and not yet in the read tables: what differs for that reason soon agrees. */
const looks = 3;
const betweenLooksMs = 1_000;

const countRows = async (db: Kysely<ReadTables>, table: string): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.id('read', table)}`.execute(
    db,
  );
  return rows[0]?.rows ?? 0;
};

const sameRow = (one: Difference) => (other: Difference) =>
  one.table === other.table && one.key === other.key;

/**
 * Catches up to exactly where the live model stands, and compares. The live model stands still only until a snapshot
 * has been taken; the comparison itself holds nobody up.
 */
const look = async (
  scratch: Writer,
  live: Writer,
  projection: Projection,
  { reader, signal }: CheckOptions,
  after: number,
): Promise<CheckResult> => {
  const catching = { db: scratch.db, projections: [projection], reader, signal };
  const { model } = projection;
  const near = await catchUp(catching, after, (await livePositions(live.db, [model])).get(model) ?? 0);
  const started = Promise.withResolvers<number>();
  const compared = Promise.withResolvers<CheckResult>();
  const holding = live.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ position: number }>`
      select position from read.checkpoints where model = ${model} for update`.execute(transaction);
    const position = await catchUp(catching, near, rows[0]?.position ?? 0);
    scratch.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        // The first statement takes the snapshot; the table's lock keeps a rebuild from swapping it away.
        for (const { name } of projection.tables)
          await sql`select 1 from ${sql.id('read', name)} limit 1`.execute(snapshot);
        started.resolve(position);
        let rows = 0;
        for (const { name } of projection.tables) rows += await countRows(snapshot, name);
        const differences = await compareModel(snapshot, projection);
        return { model, position, rows, differences };
      })
      .then(compared.resolve, (error: unknown) => {
        started.reject(error);
        compared.reject(error);
      });
    compared.promise.catch(() => {});
    await started.promise;
  });
  await holding;
  return compared.promise;
};

/** Looks until what differs, if anything does, has differed for a while. */
const lookPatiently = async (
  scratch: Writer,
  live: Writer,
  projection: Projection,
  options: CheckOptions,
  after: number,
): Promise<CheckResult> => {
  let result = await look(scratch, live, projection, options, after);
  for (let again = 1; again < looks && result.differences.length > 0; again += 1) {
    await pause(betweenLooksMs, options.signal);
    options.signal.throwIfAborted();
    const next = await look(scratch, live, projection, options, result.position);
    const before = result.differences;
    result = { ...next, differences: next.differences.filter((one) => before.some(sameRow(one))) };
  }
  return result;
};

/**
 * Builds models from the whole log in a place of its own, in one walk, and compares them with the live tables row by row.
 * Any difference is a bug, or somebody's hand in the tables.
 */
export async function* check(options: CheckOptions): AsyncGenerator<CheckResult> {
  const { projections } = options;
  const scratch = await options.openWriter('read_check');
  const live = await options.openWriter('read');
  try {
    for (const { model } of projections) await claimPlace(scratch, 'read_check', model);
    try {
      const built = await buildBeside({ ...options, writer: scratch, place: 'read_check' });
      for (const projection of projections)
        yield await lookPatiently(scratch, live, projection, options, built.get(projection.model) ?? 0);
    } finally {
      if (!scratch.lost.aborted)
        for (const projection of projections) await dropTablesBeside(scratch.db, projection, 'read_check');
    }
  } finally {
    await scratch.close();
    await live.close();
  }
}

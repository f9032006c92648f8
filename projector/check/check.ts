import { type Kysely, sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { pause } from '../connection/pause.ts';
import type { Place, Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { catchUp, livePosition } from '../rebuild/catch-up.ts';
import { claimPlace } from '../rebuild/rebuild.ts';
import { dropTablesBeside, makeTablesBeside } from '../rebuild/tables-beside.ts';
import { compareModel, type Difference } from './compare.ts';

export type CheckOptions = {
  projection: Projection;
  openWriter: (place: Place) => Promise<Writer>;
  reader: Pick<LogReader, 'readPage'>;
  signal: AbortSignal;
  pageSize?: number;
};

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
  { projection, reader, signal, pageSize = 5_000 }: CheckOptions,
  after: number,
): Promise<CheckResult> => {
  const catching = { db: scratch.db, projection, reader, pageSize, signal };
  const near = await catchUp(catching, after, await livePosition(live.db, projection.model));
  const started = Promise.withResolvers<number>();
  const compared = Promise.withResolvers<CheckResult>();
  const holding = live.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ position: number }>`
      select position from read.checkpoints where model = ${projection.model} for update`.execute(
      transaction,
    );
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
        return { model: projection.model, position, rows, differences };
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

/**
 * Builds a model from the whole log in a place of its own and compares it with the live tables row by row.
 * Any difference is a bug, or somebody's hand in the tables.
 */
export const check = async (options: CheckOptions): Promise<CheckResult> => {
  const { projection, signal } = options;
  const scratch = await options.openWriter('read_check');
  const live = await options.openWriter('read');
  try {
    await claimPlace(scratch, 'read_check', projection.model);
    try {
      await makeTablesBeside(scratch.db, projection, 'read_check');
      let result = await look(scratch, live, options, 0);
      for (let again = 1; again < looks && result.differences.length > 0; again += 1) {
        await pause(betweenLooksMs, signal);
        signal.throwIfAborted();
        const next = await look(scratch, live, options, result.position);
        const before = result.differences;
        result = { ...next, differences: next.differences.filter((one) => before.some(sameRow(one))) };
      }
      return result;
    } finally {
      if (!scratch.lost.aborted) await dropTablesBeside(scratch.db, projection, 'read_check');
    }
  } finally {
    await scratch.close();
    await live.close();
  }
};

import type { Pool } from 'pg';
import type { LogReader } from '#events/log/log.ts';
import { tryAgainLater } from '#platform/problems.ts';

const patience = 2_000;
const lookAgainMs = 25;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks the read tables for one row. */
export type LookUp = <R extends object>(
  models: readonly string[],
  sql: string,
  values: unknown[],
) => Promise<R | null>;

/**
 * For what a client did not say by id and a read table knows: finds one row as of the log's head when it was asked for.
 * @returns `lookUp`, which throws `unavailable` when one of the models is more than 2 s behind and the row is not in the
 * tables yet.
 */
export const openLookUp =
  (pool: Pick<Pool, 'query'>, reader: Pick<LogReader, 'head'>): LookUp =>
  async <R extends object>(models: readonly string[], sql: string, values: unknown[]) => {
    const head = await reader.head();
    for (const until = performance.now() + patience; ; await sleep(lookAgainMs)) {
      const { rows } = await pool.query<{ fresh: boolean | null }>(
        'select bool_and(position >= $1) as fresh from read.checkpoints where model = any($2)',
        [head, models],
      );
      const fresh = rows[0]?.fresh === true;
      if (!fresh && performance.now() < until) continue;
      const found = await pool.query<R>(sql, values);
      const row = found.rows[0] ?? null;
      if (fresh || row) return row;
      throw tryAgainLater('unavailable', 'What is asked for is not up to date here yet. Try again.', 2);
    }
  };

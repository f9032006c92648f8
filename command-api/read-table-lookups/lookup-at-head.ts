import { sql } from 'kysely';
import { pause } from '#concurrency/pause.ts';
import type { LogReader } from '#events/log/log.ts';
import { retryLaterError } from '#platform/problems.ts';
import { checkpointsSql } from '#platform/read-tables/checkpoints.ts';
import type { ReadDatabase } from './read-database.ts';

const timeoutMs = 2_000;
const pollIntervalMs = 25;

/**
 * Looks up one row as of the log's head. Waits up to 2 s until the models are current: they have reached the head, or ignore all events
 * that they lack. If a model is still behind after that, a row that the query finds is returned anyway, although it may be outdated.
 * @param models the read models of the tables in the query.
 * @returns null if there is no such row.
 * @throws `unavailable` if a model is still behind and the query finds no row.
 */
export type LookupAtHead = <Row>(
  models: readonly string[],
  query: (database: ReadDatabase) => Promise<Row | undefined>,
) => Promise<Row | null>;

export const createLookupAtHead = (database: ReadDatabase, reader: Pick<LogReader, 'head'>): LookupAtHead => {
  const areCurrent = async (head: number, models: readonly string[]): Promise<boolean> => {
    const { rows } = await sql<{ are_current: boolean | null }>`
      select bool_and(checkpoint.current_up_to >= last.head) as are_current
        from (select ${head}::bigint as head) as last
        cross join lateral (${sql.raw(checkpointsSql('last.head', 'read.'))}) as checkpoint
        where checkpoint.model = any (${models}::text[])`.execute(database);
    return rows[0]?.are_current === true;
  };
  return async (models, query) => {
    const head = await reader.head();
    const deadline = performance.now() + timeoutMs;
    let isCurrent = await areCurrent(head, models);
    while (!isCurrent && performance.now() < deadline) {
      await pause(pollIntervalMs);
      isCurrent = await areCurrent(head, models);
    }
    const row = (await query(database)) ?? null;
    if (isCurrent || row) return row;
    throw retryLaterError('unavailable', 'The data is not up to date yet. Try again.', 2);
  };
};

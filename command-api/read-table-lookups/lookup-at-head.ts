import { sql } from 'kysely';
import { pause } from '#concurrency/pause.ts';
import type { LogReader } from '#events/log/log.ts';
import { retryLaterError } from '#platform/problems.ts';
import type { ReadDatabase } from './read-database.ts';

const timeoutMs = 2_000;
const pollIntervalMs = 25;

/**
 * Looks up one row as of the log's head. Waits up to 2 s for the models to reach the head. If a model is still behind then, a row
 * that the query finds is returned nevertheless, although it may be outdated.
 * @param models the read models of the tables in the query.
 * @returns null if there is no such row.
 * @throws `unavailable` if a model is still behind and does not have the row.
 */
export type LookupAtHead = <Row>(
  models: readonly string[],
  query: (database: ReadDatabase) => Promise<Row | undefined>,
) => Promise<Row | null>;

export const createLookupAtHead = (database: ReadDatabase, reader: Pick<LogReader, 'head'>): LookupAtHead => {
  const haveModelsReached = async (head: number, models: readonly string[]): Promise<boolean> => {
    const checkpoints = await database
      .selectFrom('read.checkpoints')
      .select(sql<boolean | null>`bool_and(position >= ${head})`.as('are_at_head'))
      .where('model', 'in', models)
      .executeTakeFirst();
    return checkpoints?.are_at_head === true;
  };
  return async (models, query) => {
    const head = await reader.head();
    const deadline = performance.now() + timeoutMs;
    let areUpToDate = await haveModelsReached(head, models);
    while (!areUpToDate && performance.now() < deadline) {
      await pause(pollIntervalMs);
      areUpToDate = await haveModelsReached(head, models);
    }
    const row = (await query(database)) ?? null;
    if (areUpToDate || row) return row;
    throw retryLaterError('unavailable', 'The data is not up to date yet. Try again.', 2);
  };
};

import { sql } from 'kysely';
import { pause } from '#concurrency/pause.ts';
import type { LogReader } from '#events/log/log.ts';
import { retryLaterError } from '#platform/problems.ts';
import { maxPendingEvents } from '#platform/read-tables/checkpoints.ts';
import type { ReadDatabase } from './read-database.ts';

const timeoutMs = 2_000;
const pollIntervalMs = 25;

/**
 * Looks up one row as of the log's head. Waits up to 2 s until the models are current: they have reached the head, or ignore all events up to it.
 * If a model is still behind then, a row that the query finds is returned nevertheless, although it may be outdated.
 * @param models the read models of the tables in the query.
 * @returns null if there is no such row.
 * @throws `unavailable` if a model is still behind and does not have the row.
 */
export type LookupAtHead = <Row>(
  models: readonly string[],
  query: (database: ReadDatabase) => Promise<Row | undefined>,
) => Promise<Row | null>;

export const createLookupAtHead = (database: ReadDatabase, reader: Pick<LogReader, 'head'>): LookupAtHead => {
  const areCurrent = async (head: number, models: readonly string[]): Promise<boolean> => {
    const { rows } = await sql<{ are_current: boolean | null }>`
      select bool_and(c.position >= ${head} or c.position >= ${head - maxPendingEvents}
          and c.event_at = (select e.recorded_at from log.events e where e.position = c.position)
          and not exists (
          select from (
            select e.type from log.events e where e.position > c.position and e.position <= ${head}
            order by e.position limit ${maxPendingEvents}) as pending
          where pending.type <> all (coalesce(i.event_types, '{}')))) as are_current
        from read.checkpoints c left join read.ignored_events i on i.model = c.model
        where c.model = any (${models}::text[])`.execute(database);
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

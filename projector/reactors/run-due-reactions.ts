import { type Kysely, sql } from 'kysely';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { toError } from '../connection/to-error.ts';
import type { Reactor } from './reactor.ts';

const reactionTimeoutMs = 30_000;
/** One call runs at most this many reactions. If more are due, it returns 0. */
const maxReactionsPerRun = 50;
/** Delays before a failed reaction is retried. */
const retryBackoff = { firstMs: 1_000, maxMs: 15 * 60_000, jitter: 1 / 3 };

export type ReactionObserver = {
  /** `startedAt`: when the reaction began, in milliseconds from `performance.now()`. */
  done(reactor: string, position: number, startedAt: number): void;
  failed(reactor: string, position: number, attempts: number, error: Error, startedAt: number): void;
};

/** Runs the work. Rejects if the work fails or exceeds the timeout, or if the signal aborts. */
const withTimeout = async (
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const workSignal = AbortSignal.any([signal, AbortSignal.timeout(reactionTimeoutMs)]);
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () =>
    reject(
      new Error(
        signal.aborted
          ? 'The reaction was stopped.'
          : `The reaction did not finish within ${reactionTimeoutMs / 1000} s.`,
      ),
    );
  workSignal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work(workSignal), promise]);
  } finally {
    workSignal.removeEventListener('abort', stop);
  }
};

/**
 * Runs the due reactions, longest overdue first. Failed ones are scheduled again with exponential backoff.
 * @returns milliseconds until the next reaction is due; null if there is none, or if the signal ended the run early.
 */
export const runDueReactions = async (
  db: Kysely<ReadTables>,
  reactors: readonly Reactor[],
  observer: ReactionObserver,
  signal: AbortSignal,
): Promise<number | null> => {
  const names = reactors.map(({ name }) => name);
  const due = await db
    .selectFrom('reactions')
    .select(['reactor', 'position', 'stream', 'attempts'])
    .where('reactor', 'in', names)
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .orderBy('position')
    .limit(maxReactionsPerRun)
    .execute();
  for (const { reactor: name, position, stream, attempts } of due) {
    if (signal.aborted) return null;
    const reactor = reactors.find((candidate) => candidate.name === name);
    const startedAt = performance.now();
    try {
      await withTimeout(async (workSignal) => reactor?.react({ stream, position }, workSignal), signal);
    } catch (error) {
      if (signal.aborted) return null;
      const delayMs = backoffMs(attempts, retryBackoff);
      await db
        .updateTable('reactions')
        .set({
          attempts: attempts + 1,
          last_error: toError(error).message,
          due_at: sql<Date>`clock_timestamp() + ${delayMs} * interval '1 millisecond'`,
        })
        .where('reactor', '=', name)
        .where('position', '=', position)
        .execute();
      observer.failed(name, position, attempts + 1, toError(error), startedAt);
      continue;
    }
    await db.deleteFrom('reactions').where('reactor', '=', name).where('position', '=', position).execute();
    observer.done(name, position, startedAt);
  }
  const { rows } = await sql<{ wait_ms: number | null }>`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait_ms
    from reactions where reactor = any(${names})`.execute(db);
  const waitMs = rows[0]?.wait_ms ?? null;
  return waitMs === null ? null : Math.max(0, waitMs);
};

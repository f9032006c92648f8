import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { backOff } from '../connection/pause.ts';
import type { Reactor } from './reactor.ts';

/** One reaction may take so long. */
const limitMs = 30_000;
/** A reaction that keeps failing is tried at least this often. */
const longestPauseMs = 15 * 60_000;

export type ReactionsObserver = {
  done(reactor: string): void;
  failed(reactor: string, position: number, attempts: number, error: Error): void;
};

const within = async (work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error(`It was not done within ${limitMs / 1000} s.`));
  limit.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work(limit), promise]);
  } finally {
    limit.removeEventListener('abort', stop);
  }
};

/**
 * Does what is due, the longest due first, and says how long until there is more to do.
 * @returns milliseconds until the next reaction is due; null when none waits.
 */
export const workOffReactions = async (
  db: Kysely<ReadTables>,
  reactors: readonly Reactor[],
  observer: ReactionsObserver,
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
    .limit(50)
    .execute();
  for (const { reactor: name, position, stream, attempts } of due) {
    if (signal.aborted) return null;
    const reactor = reactors.find((one) => one.name === name);
    const row = db.deleteFrom('reactions').where('reactor', '=', name).where('position', '=', position);
    try {
      await within(async (limit) => reactor?.react({ stream, position }, limit), signal);
    } catch (error) {
      if (signal.aborted) return null;
      const failure = error instanceof Error ? error : new Error(String(error));
      const wait = backOff(attempts, { first: 1_000, most: longestPauseMs });
      await db
        .updateTable('reactions')
        .set({
          attempts: attempts + 1,
          last_error: failure.message,
          due_at: sql<Date>`clock_timestamp() + ${wait} * interval '1 millisecond'`,
        })
        .where('reactor', '=', name)
        .where('position', '=', position)
        .execute();
      observer.failed(name, position, attempts + 1, failure);
      continue;
    }
    await row.execute();
    observer.done(name);
  }
  const { rows } = await sql<{ wait: number | null }>`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait
    from reactions where reactor = any(${names})`.execute(db);
  const wait = rows[0]?.wait ?? null;
  return wait === null ? null : Math.max(0, wait);
};

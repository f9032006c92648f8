import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { postmasterOf } from './load/process-time.ts';

const catchUpTimeoutMs = 60_000;

/** A connection of the benchmark to the database of an edition. */
export type LogWatch = AsyncDisposable & {
  /** The process id of the server's main process. */
  postmaster: number;
  /** Resolves when all read models have reached the end of the log. @throws Error after a minute. */
  waitForReadModels(): Promise<void>;
  /** Returns the number of events of these types. */
  countEvents(types: readonly string[]): Promise<number>;
  /** Returns the position of the last event. */
  readHead(): Promise<number>;
  /** Returns the number of connections to this database whose application name matches a pattern of `like`. */
  countConnections(pattern: string): Promise<number>;
};

/** Connects to the database of an edition. */
export const openLogWatch = async (databaseUrl: string): Promise<LogWatch> => {
  const client = new Client({ connectionString: databaseUrl });
  // A lost connection also rejects the next query. Without a listener it would end this process.
  client.on('error', () => {});
  await client.connect();
  const querySingleRow = async <R extends object>(sql: string, values: unknown[] = []): Promise<R> => {
    const { rows } = await client.query<R>(sql, values);
    const [row] = rows;
    if (row === undefined) throw new Error('A query that always returns a row returned none.');
    return row;
  };
  const { pid } = await querySingleRow<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    postmaster: postmasterOf(pid),
    waitForReadModels: async () => {
      const deadline = Date.now() + catchUpTimeoutMs;
      while (true) {
        const { reached } = await querySingleRow<{ reached: boolean | null }>(
          `select bool_and(position >= (select coalesce(max(position), 0) from log.events)) as reached from read.checkpoints`,
        );
        if (reached) return;
        if (Date.now() > deadline) throw new Error('The read models did not reach the end of the log.');
        await sleep(20);
      }
    },
    countEvents: async (types) => {
      const { events } = await querySingleRow<{ events: number }>(
        'select count(*)::int as events from log.events where type = any($1)',
        [types],
      );
      return events;
    },
    readHead: async () => {
      const { head } = await querySingleRow<{ head: number }>(
        'select coalesce(max(position), 0)::float8 as head from log.events',
      );
      return head;
    },
    countConnections: async (pattern) => {
      const { connections } = await querySingleRow<{ connections: number }>(
        'select count(*)::int as connections from pg_stat_activity where datname = current_database() and application_name like $1',
        [pattern],
      );
      return connections;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
};

import type { Pool, QueryConfig } from 'pg';

/** The name that rate-limiter-flexible gives to the statement that counts one request. */
const singleUpsertName = 'command_rates:rlflx-upsert';

/**
 * Does the same as the library's statement, for several callers. Their rows are sorted, so that processes lock rows in one order
 * and cannot deadlock.
 */
const batchUpsert = {
  name: 'command-rates-batch',
  text: `insert into state.command_rates as rate (key, points, expire)
    select key, points, $3::bigint from unnest($1::text[], $2::int[]) as sent(key, points) order by key collate "C"
    on conflict (key) do update set
      points = case when rate.expire <= $4::bigint then excluded.points else rate.points + excluded.points end,
      expire = case when rate.expire <= $4::bigint then excluded.expire else rate.expire end
    returning key, points, expire`,
};

/** The values of the library's statement. `expire`: the end of a new minute. Both times are in ms since 1970. */
type CountValues = [caller: string, points: number, expire: number, now: number];
type CountedRow = { key: string; points: number; expire: string };
type CountResult = { rows: Pick<CountedRow, 'points' | 'expire'>[] };

/** A request that waits to be counted. */
type WaitingRequest = {
  caller: string;
  points: number;
  expire: number;
  now: number;
  resolve: (result: CountResult) => void;
  reject: (error: unknown) => void;
};

const sumPoints = (requests: readonly WaitingRequest[]) =>
  requests.reduce((sum, { points }) => sum + points, 0);

/**
 * Returns a client for RateLimiterPostgres that counts concurrent requests with one statement: requests that arrive while a
 * statement runs wait for its end, and share the next one. Each request gets the count that it would have got alone. If a
 * statement fails, all its requests fail. Other statements of the library are passed on unchanged.
 */
export const createCommandRateCounter = (pool: Pick<Pool, 'query'>) => {
  let waiting: WaitingRequest[] = [];
  let isRunning = false;

  const runBatch = async (requests: readonly WaitingRequest[]): Promise<void> => {
    const byCaller = Map.groupBy(requests, ({ caller }) => caller);
    const { rows } = await pool.query<CountedRow>({
      ...batchUpsert,
      values: [
        [...byCaller.keys()],
        [...byCaller.values()].map(sumPoints),
        Math.max(...requests.map(({ expire }) => expire)),
        Math.max(...requests.map(({ now }) => now)),
      ],
    });
    for (const { key, points, expire } of rows) {
      const ofCaller = byCaller.get(key) ?? [];
      // The row contains the count after the whole batch. Each request gets the count up to itself.
      let counted = points - sumPoints(ofCaller);
      for (const request of ofCaller) {
        counted += request.points;
        request.resolve({ rows: [{ points: counted, expire }] });
      }
    }
  };

  const runWaiting = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const requests = waiting;
      waiting = [];
      try {
        await runBatch(requests);
      } catch (error) {
        for (const { reject } of requests) reject(error);
      }
    }
    isRunning = false;
  };

  return {
    query: (config: QueryConfig): Promise<unknown> => {
      if (config.name !== singleUpsertName) return pool.query(config);
      const [caller, points, expire, now] = config.values as CountValues;
      return new Promise((resolve, reject) => {
        waiting.push({ caller, points, expire, now, resolve, reject });
        if (!isRunning) void runWaiting();
      });
    },
  };
};

import type { Pool } from 'pg';

/** Returns a pool that passes each query to a function: its name ('' without one), and a function that runs it on the given pool. */
const withQuery = (
  pool: Pool,
  query: (name: string, run: () => Promise<unknown>) => Promise<unknown>,
): Pool => {
  const run: (...all: unknown[]) => Promise<unknown> = pool.query.bind(pool);
  const nameOf = (config: unknown) =>
    typeof config === 'object' && config !== null && 'name' in config ? String(config.name) : '';
  return Object.assign(Object.create(pool) as Pool, {
    query: (...all: unknown[]) => query(nameOf(all[0]), () => run(...all)),
  });
};

/** Returns a pool whose queries for archived segments are answered as if by a server that does not know about the archival yet. */
export const pretendToLag = (pool: Pool): Pool =>
  withQuery(pool, async (name, run) => {
    if (name.startsWith('archive-segments')) return { rows: [] };
    if (name === 'archive-segment-of-time' || name === 'archive-kept-events')
      return { rows: [{ head: '0', number: null, position: null }] };
    return run();
  });

/** Returns a pool that does some work once, before the query with this name is sent for the (`count` + 1)th time. */
export const runBeforeQuery = (
  pool: Pool,
  queryName: string,
  count: number,
  work: () => Promise<unknown>,
): Pool => {
  let left = count;
  return withQuery(pool, async (name, run) => {
    if (name === queryName && left-- === 0) await work();
    return run();
  });
};

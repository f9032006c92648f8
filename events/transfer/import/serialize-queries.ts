import pLimit from 'p-limit';
import type { ClientBase } from 'pg';
import type { Queryable } from '../../seals/seal-rows.ts';

/** Returns an object that runs queries on one connection. Concurrent queries wait in a queue, as in a pool with a single connection. */
export const serializeQueries = (client: ClientBase): Queryable => {
  const oneAtATime = pLimit(1);
  // `query` has overloads, which cannot be forwarded with their types.
  const runQuery: (...parameters: unknown[]) => unknown = client.query.bind(client);
  const query = (...parameters: unknown[]) => oneAtATime(runQuery, ...parameters);
  return { query: query as Queryable['query'] };
};

import type { ClientBase } from 'pg';
import type { Queryable } from '../../seals/seal-rows.ts';

/** Returns an interface to one session that queues concurrent queries, like a pool with a single connection. */
export const serializeQueries = (client: ClientBase): Queryable => {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...parameters: unknown[]) => {
    // `query` has overloads, which cannot be forwarded with their types.
    const runQuery: (...forwarded: unknown[]) => unknown = client.query.bind(client);
    const result = last.then(() => runQuery(...parameters));
    last = result.catch(() => undefined);
    return result;
  };
  return { query: query as Queryable['query'] };
};

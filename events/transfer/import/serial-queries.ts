import type { ClientBase } from 'pg';
import type { Queryable } from '../../seals/seal-rows.ts';

/** One session as something to query, for who asks for the next thing before the last has come: one after the other. */
export const serializeQueries = (client: ClientBase): Queryable => {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...asked: unknown[]) => {
    const answer = last.then(() => (client.query as (...all: unknown[]) => Promise<unknown>)(...asked));
    last = answer.catch(() => undefined);
    return answer;
  };
  return { query: query as Queryable['query'] };
};

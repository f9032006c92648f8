import type { z } from 'zod';
import { headers } from '#events/contract/headers.ts';
import { exchange, unreadable } from './exchange.ts';
import { positionToAwait } from './log-position.ts';

const addressOf = (path: string, query: Record<string, string | number | undefined>) => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

/**
 * Reads `path` and checks the answer with the contract's schema. Waits on the server's side until what this tab wrote
 * has arrived in the read tables.
 * @throws ApiError
 */
export const get = async <S extends z.ZodType>(
  path: string,
  schema: S,
  options: {
    query?: Record<string, string | number | undefined>;
    signal?: AbortSignal;
    timeoutMs?: number;
  } = {},
): Promise<z.output<S>> => {
  const position = positionToAwait();
  const answer = await exchange({
    method: 'GET',
    path: addressOf(path, options.query ?? {}),
    headers: position === null ? {} : { [headers.awaitLogPosition]: String(position) },
    ...(options.signal ? { signal: options.signal } : {}),
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw unreadable(answer.headers);
  return parsed.data;
};

import type { z } from 'zod/mini';
import { headers } from '#contract/headers.ts';
import { getPositionToAwait, type LogPosition, readLogPosition, rememberRead } from './log-position.ts';
import { createUnreadableResponseError, request } from './request.ts';

export type Query = Record<string, string | number | undefined>;

const defaultTimeoutMs = 10_000;

type GetOptions = { query?: Query; signal?: AbortSignal | undefined; timeoutMs?: number };

/** Appends the query parameters that have a value. */
export const withQuery = (path: string, query: Query): string => {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
};

const createAwaitHeaders = (awaited: LogPosition | null): Record<string, string> =>
  awaited === null
    ? {}
    : { [headers.awaitLogPosition]: String(awaited.position), [headers.logId]: awaited.logId };

/**
 * Sends a GET request and validates the answer. If this tab has written lately, the request names the position of the write. The server
 * then waits until its read models contain the write, for a limited time.
 * @returns the data; `readAt`, the log position that the data shows (null if the answer names none); and `next`, the cursor of the
 * next page of a list (null if there is none).
 * @throws ApiError, or the reason of `signal` if that ended the request.
 */
export const getWithPosition = async <S extends z.ZodMiniType>(
  path: string,
  schema: S,
  options: GetOptions = {},
): Promise<{ data: z.output<S>; readAt: LogPosition | null; next: string | null }> => {
  const response = await request({
    method: 'GET',
    path: withQuery(path, options.query ?? {}),
    headers: createAwaitHeaders(getPositionToAwait()),
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  });
  const parsed = schema.safeParse(response.body);
  if (!parsed.success) throw createUnreadableResponseError(response.headers);
  const readAt = readLogPosition(response.headers);
  rememberRead(readAt);
  return { data: parsed.data, readAt, next: response.headers.get(headers.nextCursor) };
};

/** Sends a GET request as {@link getWithPosition} does, but returns only the data. */
export const get = async <S extends z.ZodMiniType>(
  path: string,
  schema: S,
  options: GetOptions = {},
): Promise<z.output<S>> => (await getWithPosition(path, schema, options)).data;

import type { z } from 'zod';
import { headers } from '#contract/headers.ts';
import { exchange, unreadable } from './exchange.ts';
import { type LogPlace, placeOf, placeToAwait, rememberRead } from './log-position.ts';

export type GetOptions = {
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  timeoutMs?: number;
};

const addressOf = (path: string, query: Record<string, string | number | undefined>) => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};

const awaiting = (place: LogPlace | null): Record<string, string> =>
  place === null ? {} : { [headers.awaitLogPosition]: String(place.position), [headers.logId]: place.logId };

/**
 * Reads `path` and checks the answer with the contract's schema. Waits on the server's side until what this tab wrote
 * has arrived in the read tables.
 * @returns the data, the place in the log that it shows (null where the answer does not say), and the cursor of a list's
 * next page (null where there is none).
 * @throws ApiError
 */
export const getAt = async <S extends z.ZodType>(
  path: string,
  schema: S,
  options: GetOptions = {},
): Promise<{ data: z.output<S>; place: LogPlace | null; next: string | null }> => {
  const answer = await exchange({
    method: 'GET',
    path: addressOf(path, options.query ?? {}),
    headers: awaiting(placeToAwait()),
    ...(options.signal ? { signal: options.signal } : {}),
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw unreadable(answer.headers);
  const place = placeOf(answer.headers);
  rememberRead(place);
  return { data: parsed.data, place, next: answer.headers.get(headers.nextCursor) };
};

/** As {@link getAt}, for who needs the data alone. */
export const get = async <S extends z.ZodType>(
  path: string,
  schema: S,
  options: GetOptions = {},
): Promise<z.output<S>> => (await getAt(path, schema, options)).data;

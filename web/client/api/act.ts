import type { z } from 'zod';
import { headers } from '#contract/headers.ts';
import { refuseInPast } from '../as-of/past.ts';
import { actKeys } from './act-keys.ts';
import { ApiError, isPassing } from './api-error.ts';
import { exchange, unreadable } from './exchange.ts';
import { rememberWrite } from './log-position.ts';

const keys = actKeys();

/** Whether the server has said what became of the act. A 500 has not: the act may have been done before it broke. */
const isDefinite = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Sends one act of a person (POST, PUT, PATCH, DELETE) with its idempotency key and checks the answer with the
 * contract's schema. Without a `key` the content decides: the same content is the same act until there is an answer. A form
 * gives its own, so that it stays one act when its text is changed between two tries.
 * @throws ApiError
 */
export const act = async <S extends z.ZodType>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  schema: S,
  options: {
    body?: unknown;
    key?: string;
    headers?: Record<string, string>;
    timeoutMs?: number;
    keepalive?: boolean;
    /** The act is this person's (the provider's id): sent with their token or not at all. */
    person?: string;
  } = {},
): Promise<z.output<S>> => {
  refuseInPast();
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const content = `${method} ${path} ${body ?? ''}`;
  try {
    const answer = await exchange({
      method,
      path,
      headers: { [headers.idempotencyKey]: options.key ?? keys.keyFor(content), ...options.headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: options.timeoutMs ?? 15_000,
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(options.person === undefined ? {} : { person: options.person }),
    });
    keys.settled(content);
    rememberWrite(answer.headers);
    const parsed = schema.safeParse(answer.body);
    if (!parsed.success) throw unreadable(answer.headers);
    return parsed.data;
  } catch (error) {
    if (isDefinite(error) && !isPassing(error)) keys.settled(content);
    throw error;
  }
};

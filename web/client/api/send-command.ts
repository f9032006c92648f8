import type { z } from 'zod/mini';
import { headers } from '#contract/headers.ts';
import { refuseInAsOfView } from '../as-of.tsx';
import { ApiError, isTransient } from './api-error.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { type LogPosition, readLogPosition, rememberWrite } from './log-position.ts';
import { createUnreadableResponseError, request } from './request.ts';

type CommandOptions = {
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
  keepalive?: boolean;
  uid?: string;
};

const keys = createIdempotencyKeys();
const defaultTimeoutMs = 15_000;

/**
 * Returns whether the error is a definite answer of the server. After a 500 it is unknown whether the command was executed. The
 * answer that the sign-in is too old is not definite, because the client sends the same command again after a new sign-in.
 */
export const isDefinite = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'sign-in-too-old' &&
  !isTransient(error);

/**
 * Sends a command with an idempotency key and validates the answer. Without `key`, the same content gets the same key until
 * there is a definite answer, as {@link createIdempotencyKeys} describes. A form can pass its own key, so that sending it stays one
 * command even if its text changes between two attempts.
 * @returns the answer, and the log position that the command reached when it was executed (null if the answer names none).
 * @throws ApiError
 */
export const sendCommandWithPosition = async <S extends z.ZodMiniType>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  schema: S,
  options: CommandOptions = {},
): Promise<{ answer: z.output<S>; position: LogPosition | null }> => {
  refuseInAsOfView();
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const attempt = keys.begin(`${method} ${path} ${body ?? ''}`, options.key);
  let isAnswered = false;
  try {
    const response = await request({
      method,
      path,
      headers: { [headers.idempotencyKey]: attempt.key, ...options.headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      ...(options.keepalive ? { keepalive: true } : {}),
      ...(options.uid === undefined ? {} : { uid: options.uid }),
    });
    isAnswered = true;
    rememberWrite(response.headers);
    const parsed = schema.safeParse(response.body);
    if (!parsed.success) throw createUnreadableResponseError(response.headers);
    return { answer: parsed.data, position: readLogPosition(response.headers) };
  } catch (error) {
    isAnswered ||= isDefinite(error);
    throw error;
  } finally {
    attempt.end(isAnswered);
  }
};

/** Sends a command as {@link sendCommandWithPosition} does, but returns only the answer. @throws ApiError */
export const sendCommand = async <S extends z.ZodMiniType>(
  ...command: Parameters<typeof sendCommandWithPosition<S>>
): Promise<z.output<S>> => (await sendCommandWithPosition(...command)).answer;

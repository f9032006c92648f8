import { backoffMs } from '#concurrency/backoff-ms.ts';
import { ApiError, isTransient } from './api-error.ts';

const maxRetries = 2;

/** A user waits at most this long for an automatic retry. If the server asks for more time, its sentence is shown instead. */
const maxRetryAfterMs = 10_000;

const readRetryAfterMs = (error: unknown): number | null =>
  error instanceof ApiError ? error.retryAfterMs : null;

/** Returns whether a request that a user waits for is sent again. @param retries the number of retries so far. */
export const shouldRetry = (retries: number, error: unknown): boolean =>
  retries < maxRetries && isTransient(error) && (readRetryAfterMs(error) ?? 0) <= maxRetryAfterMs;

/** Returns the delay before the next retry in milliseconds. @param retries the number of retries so far. */
export const retryDelayMs = (retries: number, error: unknown): number =>
  readRetryAfterMs(error) ?? backoffMs(retries, { firstMs: 500, maxMs: 8_000 });

import { ApiError } from '../../client/api/api-error.ts';
import { createIdempotencyKey } from '../../client/api/idempotency-keys.ts';
import { formatLocalDate } from '../activity/activity-calendar.ts';

type Dated<Content> = Content & { date: string };
type RetryableBody<Content> = { key: string; body: Dated<Content> };

/**
 * Creates an object that keeps a request body and its idempotency key for retries of the same content. A retry after midnight
 * keeps the date of the first attempt, because the server refuses a different body with the same key.
 */
export const createRetryableBody = <Content extends object>() => {
  let current: (RetryableBody<Content> & { content: string }) | null = null;
  return {
    /** Returns the body and key of the last call if the content is the same, so that a double click or a retry sends only one announcement or message. */
    prepare(content: Content, now: Date = new Date()): RetryableBody<Content> {
      const serialized = JSON.stringify(content);
      if (current?.content !== serialized)
        current = {
          content: serialized,
          key: createIdempotencyKey(),
          body: { ...content, date: formatLocalDate(now) },
        };
      return { key: current.key, body: current.body };
    },
    /**
     * Call this after a failed attempt. Usually the next attempt has the same key: without an answer it is unknown whether the server
     * executed the attempt, and after a refusal the same key can be used again. But if the server will never accept the body, for
     * example because its date has passed, the next attempt gets a new body and a new key.
     */
    resetIfUnusable(error: unknown) {
      if (error instanceof ApiError && (error.code === 'invalid-input' || error.code === 'key-reused'))
        current = null;
    },
    /** Call this after the server has accepted the request. The next announcement or message gets a new key. */
    reset() {
      current = null;
    },
  };
};

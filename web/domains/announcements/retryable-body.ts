import { v4 } from 'uuid';
import { localDate } from '../activity/activity-calendar.ts';

type Dated<Content> = Content & { date: string };
type RetryableBody<Content> = { key: string; body: Dated<Content> };

/**
 * Keeps the request body with its idempotency key until the server has answered. A retry after midnight keeps the date of
 * the first attempt, because the server refuses another body with the same key.
 */
export const createRetryableBody = <Content extends object>() => {
  let current: (RetryableBody<Content> & { content: string }) | null = null;
  return {
    /** Returns the same body and key for the same content, so that a double click or a retry posts only one announcement. */
    prepare(content: Content, now: Date = new Date()): RetryableBody<Content> {
      const serialized = JSON.stringify(content);
      if (current?.content !== serialized)
        current = { content: serialized, key: v4(), body: { ...content, date: localDate(now) } };
      return { key: current.key, body: current.body };
    },
    /** Call this after the server's answer. The next announcement gets a new key. */
    reset() {
      current = null;
    },
  };
};

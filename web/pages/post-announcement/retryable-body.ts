import { v4 } from 'uuid';
import type { NewAnnouncement } from '#contract/schemas/announcements.ts';
import { localDate } from '../../domains/activity/activity-calendar.ts';

export type RetryableBody = { key: string; body: NewAnnouncement };

/**
 * Keeps the request body with its idempotency key until the server has answered. A retry after midnight keeps the date of
 * the first attempt, because the server refuses another body with the same key.
 */
export const createRetryableBody = () => {
  let current: (RetryableBody & { content: string }) | null = null;
  return {
    /** Returns the same body and key for the same text, so that a double click or a retry posts only one announcement. */
    prepare(content: Omit<NewAnnouncement, 'date'>, now: Date = new Date()): RetryableBody {
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

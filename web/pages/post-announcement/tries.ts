import { v4 } from 'uuid';
import type { NewAnnouncement } from '#contract/announcements.ts';
import { today } from './today.ts';

/** What is sent, and the key by which the server knows a repeat of it. */
export type Try = { key: string; body: NewAnnouncement };

/**
 * Keeps what is sent with its key from the first try to the last. The date is that of the first try: a retry after midnight
 * with the new day under the same key would be another announcement to the server, which refuses that.
 */
export const openTries = () => {
  let current: (Try & { words: string }) | null = null;
  return {
    /** The same as the last time for the same words, so that a double click or a retry posts one announcement. */
    next(words: Omit<NewAnnouncement, 'date'>, now: Date = new Date()): Try {
      const said = JSON.stringify(words);
      if (current?.words !== said) current = { words: said, key: v4(), body: { ...words, date: today(now) } };
      return { key: current.key, body: current.body };
    },
    /** The server has said what became of it: the next is another act. */
    end() {
      current = null;
    },
  };
};

import type { LiveMessage } from '#contract/live.ts';

/**
 * The last live messages, by position. An answer shows the log at one place; what was told after that place is applied
 * to it, so that an answer which was under way, or comes from a server that is behind, undoes nothing.
 * @param capacity how many are kept; more than can come while one call is under way.
 */
export const liveJournal = (capacity = 2_000) => {
  let entries: LiveMessage[] = [];
  /** Everything told after this position is in `entries`; null before the first connection. */
  let coversFrom: number | null = null;
  return {
    /** The socket stands at `position` and nothing between an earlier place and this one will be told. */
    startAt(position: number): void {
      entries = [];
      coversFrom = position;
    },
    /** As `startAt`, for a journal that has not begun; one that has goes on over a lost line. */
    beginAt(position: number): void {
      coversFrom ??= position;
    },
    add(message: LiveMessage): void {
      coversFrom ??= message.position - 1;
      entries.push(message);
      if (entries.length > capacity) coversFrom = entries.shift()?.position ?? coversFrom;
    },
    /**
     * What was told after `position`, in order; null when that is not known: the caller fetches again.
     * Before the first connection nothing was told; the connection will ask for what comes after the earliest read.
     */
    after(position: number): LiveMessage[] | null {
      if (coversFrom === null) return [];
      return position < coversFrom ? null : entries.filter((message) => message.position > position);
    },
  };
};

/** The journal of this tab. */
export const journal = liveJournal();

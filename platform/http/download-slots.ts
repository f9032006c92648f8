import { retryLaterError } from '../problems.ts';

/** Limits how many long downloads a process serves at the same time. */
export type DownloadSlots = {
  /**
   * Takes a slot.
   * @param person the person who downloads, with at most one slot at a time; null if this limit does not apply.
   * @returns a function that frees the slot; further calls do nothing.
   * @throws problems `too-many-requests` while the person's other download runs, and `unavailable` if no slot is free.
   */
  take(person: string | null): () => void;
};

/** A client that stops reading loses its slot after about this time (see `endSlowReading`). */
const ownDownloadRetrySeconds = 30;
const noSlotRetrySeconds = 10;

/**
 * Creates the slots.
 * @param options.what names what a person downloads, in error texts: `the log`, for example.
 */
export const createDownloadSlots = (options: { count: number; what: string }): DownloadSlots => {
  const { count, what } = options;
  const taken = new Set<symbol>();
  const persons = new Set<string>();
  return {
    take(person) {
      if (person !== null && persons.has(person))
        throw retryLaterError(
          'too-many-requests',
          `You are already downloading ${what}. Wait until that download is complete, or cancel it and try again in half a minute.`,
          ownDownloadRetrySeconds,
        );
      if (taken.size >= count)
        throw retryLaterError(
          'unavailable',
          'Too many downloads of this kind are running. Try again in a moment.',
          noSlotRetrySeconds,
        );
      const slot = Symbol(what);
      taken.add(slot);
      if (person !== null) persons.add(person);
      return () => {
        if (taken.delete(slot) && person !== null) persons.delete(person);
      };
    },
  };
};

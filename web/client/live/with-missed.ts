import type { LiveMessage } from '#contract/live.ts';
import type { LogPlace } from '../api/log-position.ts';
import { journal } from './journal.ts';

type Answer<T> = { data: T; place: LogPlace | null };

/**
 * Fetches, and then applies what was told after the place that the answer shows.
 * @param merge gives the data after one message; the same data for a message that does not concern it.
 * An answer from before what the journal covers is fetched once more; it comes from a server that was far behind.
 */
export const withMissed = async <T>(
  fetch: () => Promise<Answer<T>>,
  merge: (data: T, message: LiveMessage) => T,
): Promise<T> => {
  const first = await fetch();
  if (first.place === null) return first.data;
  const missed = journal.after(first.place.position);
  if (missed !== null) return missed.reduce(merge, first.data);
  const second = await fetch();
  return (journal.after(second.place?.position ?? 0) ?? []).reduce(merge, second.data);
};

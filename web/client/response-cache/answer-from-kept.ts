import type { QueryPersister } from '@tanstack/react-query';
import { ApiError, isPassing } from '../api/api-error.ts';
import { connectionAtom } from '../live/connection.ts';
import { logFailure } from '../log-failure.ts';
import { store } from '../store.ts';
import { keptAnswer } from './kept-answers.ts';
import { isKept, settledReader } from './reader.ts';

/** The queries that show what was kept, by their hashes. */
const shown = new Set<string>();

/** Whether a query shows what was kept and not what the server says now. */
export const isFromKept = (hash: string): boolean => shown.has(hash);

const wasNotReached = (error: unknown) =>
  isPassing(error) && error instanceof ApiError && error.status !== 429;

/**
 * Asks the server; where it cannot be reached, gives what it answered the last time. Nothing that is in memory already is
 * replaced: that is at least as new.
 */
export const orKept: QueryPersister = async (ask, context, query) => {
  try {
    const answer = await ask(context);
    shown.delete(query.queryHash);
    return answer;
  } catch (error) {
    const mayHelp = query.state.data === undefined || shown.has(query.queryHash);
    if (!mayHelp || !isKept(query.queryKey) || !wasNotReached(error)) throw error;
    const reader = await settledReader();
    if (reader === null) throw error;
    const kept = await keptAnswer(reader, query.queryHash).catch((cause: unknown) =>
      logFailure('What was kept could not be read.', cause),
    );
    if (kept === undefined) throw error;
    shown.add(query.queryHash);
    return kept as Awaited<ReturnType<typeof ask>>;
  }
};

/** While something kept is shown the server is asked again so often, should nothing say that the line is back. */
const againMs = 20_000;

/**
 * Has what was kept replaced by what the server says as soon as there is a line. Called once.
 * @param askAgain fetches these queries anew.
 */
export const replaceWhenPossible = (askAgain: (isShown: (hash: string) => boolean) => unknown): void => {
  const replace = () => {
    if (shown.size > 0 && navigator.onLine) askAgain(isFromKept);
  };
  addEventListener('online', replace);
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') replace();
  });
  setInterval(replace, againMs);
};

import type { Query, QueryPersister } from '@tanstack/react-query';
import { ApiError, isTransient } from '../api/api-error.ts';
import { connectionAtom } from '../connection.ts';
import { logFailure } from '../log-failure.ts';
import { store } from '../store.ts';
import { isCacheable, resolveCacheOwner } from './cache-owner.ts';
import { readResponse } from './response-store.ts';

/** The hashes of the queries that show a stored response. */
const fallbackHashes = new Set<string>();

/** Returns whether a query shows a stored response instead of the server's current answer. */
export const isStoredResponse = (queryHash: string): boolean => fallbackHashes.has(queryHash);

const isUnreachable = (error: unknown) =>
  isTransient(error) && error instanceof ApiError && error.status !== 429;

/**
 * Creates a function that fetches from the server. If the server cannot be reached, the function returns the stored response, if there is
 * one. If the query already has data from the server, which is at least as new, the function throws the error instead.
 */
export const createFallback =
  (readStored: typeof readResponse): QueryPersister =>
  async (fetch, context, query) => {
    const { queryKey, queryHash } = query;
    /** Whether a further page of a list is being fetched. Such a page is not in the store, and does not replace the pages before it. */
    const isFurtherPage = query.state.fetchMeta?.fetchMore !== undefined;
    try {
      const response = await fetch(context);
      if (!isFurtherPage) fallbackHashes.delete(queryHash);
      return response;
    } catch (error) {
      const { data } = query.state;
      const canFallBack = data === undefined || (isStoredResponse(queryHash) && !isFurtherPage);
      if (!canFallBack || !isCacheable(queryKey) || !isUnreachable(error)) throw error;
      // The query already shows the stored response. Answers to commands may have changed the data since, so the store is not read again.
      if (data !== undefined) return data as Awaited<ReturnType<typeof fetch>>;
      const owner = await resolveCacheOwner();
      if (owner === null) throw error;
      const stored = await readStored(owner, queryHash).catch((cause: unknown) =>
        logFailure('A stored response could not be read.', cause),
      );
      if (stored === undefined) throw error;
      fallbackHashes.add(queryHash);
      return stored as Awaited<ReturnType<typeof fetch>>;
    }
  };

export const fallBackToStoredResponse = createFallback(readResponse);

/** The interval of attempts to replace stored responses if no event reports that the server can be reached. */
const refetchIntervalMs = 20_000;

/** Returns whether a query failed because the server could not be reached. */
const hasFailedOffline = ({ state }: Query): boolean =>
  state.status === 'error' && isUnreachable(state.error);

/**
 * From now on, replaces stored responses and failures with the server's answers as soon as the server can be reached. TanStack
 * Query does not do this after an offline reload, because it initially assumes that the browser is online. Called once.
 * @param refetch fetches the queries for which the predicate is true.
 */
export const refetchWhenOnline = (refetch: (isOutdated: (query: Query) => boolean) => unknown): void => {
  const refetchStored = () => {
    if (fallbackHashes.size > 0 && navigator.onLine) refetch(({ queryHash }) => isStoredResponse(queryHash));
  };
  const refetchAll = () => {
    if (navigator.onLine) refetch((query) => isStoredResponse(query.queryHash) || hasFailedOffline(query));
  };
  addEventListener('online', refetchAll);
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') refetchAll();
  });
  setInterval(refetchStored, refetchIntervalMs);
};

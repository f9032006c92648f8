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
 * Fetches from the server. If the server cannot be reached, returns the stored response, unless the query already has data
 * from the server, which is at least as new.
 */
export const fallBackToStoredResponse: QueryPersister = async (fetch, context, query) => {
  try {
    const response = await fetch(context);
    fallbackHashes.delete(query.queryHash);
    return response;
  } catch (error) {
    const hasServerData = query.state.data !== undefined && !fallbackHashes.has(query.queryHash);
    if (hasServerData || !isCacheable(query.queryKey) || !isUnreachable(error)) throw error;
    const owner = await resolveCacheOwner();
    if (owner === null) throw error;
    const stored = await readResponse(owner, query.queryHash).catch((cause: unknown) =>
      logFailure('A stored response could not be read.', cause),
    );
    if (stored === undefined) throw error;
    fallbackHashes.add(query.queryHash);
    return stored as Awaited<ReturnType<typeof fetch>>;
  }
};

/** The interval of attempts to replace stored responses if no event reports that the server can be reached. */
const refetchIntervalMs = 20_000;

/** Returns whether a query failed because the server could not be reached. */
const hasLostServer = ({ state }: Query): boolean => state.status === 'error' && isUnreachable(state.error);

/**
 * From now on, replaces stored responses and failures with the server's answers as soon as the server can be reached. TanStack
 * Query does not do this after an offline reload, because it starts with the assumption that the browser is online. Called once.
 * @param refetch fetches the queries for which the predicate is true.
 */
export const refetchWhenOnline = (refetch: (isOutdated: (query: Query) => boolean) => unknown): void => {
  const refetchStored = () => {
    if (fallbackHashes.size > 0 && navigator.onLine) refetch(({ queryHash }) => isStoredResponse(queryHash));
  };
  const refetchAll = () => {
    if (navigator.onLine) refetch((query) => isStoredResponse(query.queryHash) || hasLostServer(query));
  };
  addEventListener('online', refetchAll);
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') refetchAll();
  });
  setInterval(refetchStored, refetchIntervalMs);
};

import type { Query } from '@tanstack/react-query';
import { logFailure } from '../log-failure.ts';
import { queryClient } from '../query-client.ts';
import { followStorageOwner } from '../session/storage-owner.ts';
import { isCacheable, resolveResponseOwner } from './cache-owner.ts';
import { isStoredResponse, refetchWhenOnline } from './offline-fallback.ts';
import { deleteResponsesOfOthers, evictResponses, storeResponse } from './response-store.ts';

/** A changed response is stored after this delay, together with any further changes, or as soon as the page is hidden. */
const storeDelayMs = 1_500;
/** Enough for ten thousand short notes. Larger responses are not stored. */
const maxResponseBytes = 6 * 1024 * 1024;

/** Queries whose data is stored when their timer ends, by hash. */
const scheduled = new Map<string, { query: Query; timer: ReturnType<typeof setTimeout> }>();

const storeQuery = async (query: Query) => {
  const owner = await resolveResponseOwner();
  const { data } = query.state;
  // A response that came from the store is not stored again, so that it keeps its age.
  if (owner === null || data === undefined || isStoredResponse(query.queryHash)) return;
  const size = JSON.stringify(data).length;
  if (size <= maxResponseBytes) await storeResponse({ reader: owner, name: query.queryHash, data, size });
};

const storeNow = (query: Query) => {
  clearTimeout(scheduled.get(query.queryHash)?.timer);
  scheduled.delete(query.queryHash);
  storeQuery(query).catch((cause: unknown) => logFailure('A response could not be stored.', cause));
};

const schedule = (query: Query) => {
  if (scheduled.has(query.queryHash)) return;
  scheduled.set(query.queryHash, { query, timer: setTimeout(storeNow, storeDelayMs, query) });
};

/** Starts to store responses for their owner and to delete them when the owner's session ends. Called once. */
export const startResponseCache = (): void => {
  const cache = queryClient.getQueryCache();
  // The answers that came with a rendered page.
  for (const query of cache.getAll()) if (isCacheable(query.queryKey)) schedule(query);
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isCacheable(event.query.queryKey))
      schedule(event.query);
  });
  refetchWhenOnline((isOutdated) =>
    queryClient.invalidateQueries({ predicate: isOutdated, refetchType: 'all' }),
  );
  followStorageOwner(({ uid, previousUid }) => {
    if (typeof previousUid === 'string') {
      for (const { timer } of scheduled.values()) clearTimeout(timer);
      scheduled.clear();
    }
    // A session may also have ended while no tab was open.
    deleteResponsesOfOthers(uid).catch((cause: unknown) =>
      logFailure('The stored responses could not be deleted.', cause),
    );
  });
  document.addEventListener('visibilitychange', () => {
    // The browser may close a hidden page without further notice.
    if (document.visibilityState === 'hidden')
      for (const { query } of [...scheduled.values()]) storeNow(query);
  });
  evictResponses().catch((cause: unknown) => logFailure('Old stored responses could not be deleted.', cause));
};

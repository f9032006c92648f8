import { hashKey, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { sessionStateAtom } from '../session/session.ts';
import { evolve, initialSessionState } from '../session/session-state.ts';
import { store } from '../store.ts';
import { createFallback, isStoredResponse } from './offline-fallback.ts';

let client: QueryClient;
const stored = new Map<string, unknown>();

beforeEach(() => {
  store.set(sessionStateAtom, evolve(initialSessionState, { type: 'provider-reported', person: null }));
  client = new QueryClient({
    defaultOptions: {
      queries: { persister: createFallback(async (_, name) => stored.get(name)), retry: false },
    },
  });
});
afterEach(() => {
  client.clear();
  stored.clear();
  store.set(sessionStateAtom, initialSessionState);
});

const failToReachServer = () =>
  Promise.reject(new ApiError({ code: 'unavailable', detail: 'The server is not available.', status: 503 }));

test('keeps the change of an answered command while GETs still fail', async () => {
  const queryKey = ['notes', 'sam'];
  stored.set(hashKey(queryKey), ['old note']);
  const fetch = () => client.fetchQuery({ queryKey, queryFn: failToReachServer });
  expect(await fetch()).toEqual(['old note']);
  client.setQueryData(queryKey, ['old note', 'new note']);
  expect(await fetch()).toEqual(['old note', 'new note']);
});

test('reports that the next page of a stored list could not be fetched, and keeps the list', async () => {
  const queryKey = ['courses', 'stored'];
  const list = { pages: ['first page'], pageParams: [1] };
  stored.set(hashKey(queryKey), list);
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: failToReachServer,
    initialPageParam: 1,
    getNextPageParam: () => 2,
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toEqual(list);
  const { isFetchNextPageError, data } = await observer.fetchNextPage();
  expect([isFetchNextPageError, data]).toEqual([true, list]);
  expect((await observer.refetch()).isSuccess).toBe(true);
  stop();
});

test('a list counts as stored as long as it has stored pages, even if a further page comes from the server', async () => {
  const queryKey = ['courses', 'stored'];
  stored.set(hashKey(queryKey), { pages: ['stored page'], pageParams: [1] });
  let isReachable = false;
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ({ pageParam }) => (isReachable ? `page ${pageParam}` : failToReachServer()),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual(['stored page']);
  isReachable = true;
  expect((await observer.fetchNextPage()).data?.pages).toEqual(['stored page', 'page 2']);
  expect(isStoredResponse(hashKey(queryKey))).toBe(true);
  expect((await observer.refetch()).data?.pages).toEqual(['page 1', 'page 2']);
  expect(isStoredResponse(hashKey(queryKey))).toBe(false);
  stop();
});

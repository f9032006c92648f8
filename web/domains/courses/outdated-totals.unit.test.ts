import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../client/query-client.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import type { CataloguePage, CataloguePages } from './catalogue-pages.ts';
import { catalogueQuery } from './course-queries.ts';
import { scheduleTotalsRefetch } from './outdated-totals.ts';

const listingOf = (search: string): CatalogueListing => ({ search, category: null, sort: 'match' });
const outdated: CataloguePage = {
  courses: [],
  end: null,
  next: 'more',
  readAtPosition: 5,
  suggestions: [],
  total: 9,
  position: 5,
  isTotalOutdated: true,
};
const fetchPage = vi.fn<() => Promise<Response>>();
const createAnswer = (total: number, position: number) =>
  Response.json({ total, position, courses: [], suggestions: [] });

/** Shows a listing with an outdated total. Returns a function that returns the cached total. */
const show = (search: string) => {
  const { queryKey } = catalogueQuery(listingOf(search), 2);
  queryClient.setQueryData<CataloguePages>(queryKey, { pages: [outdated], pageParams: [null] });
  new InfiniteQueryObserver(queryClient, catalogueQuery(listingOf(search), 2)).subscribe(() => {});
  return () => queryClient.getQueryData<CataloguePages>(queryKey)?.pages[0]?.total;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchPage);
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  fetchPage.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('fetches the other totals if one request fails, and retries the failed request', async () => {
  const getAlgebraTotal = show('algebra');
  const getBotanyTotal = show('botany');
  fetchPage
    .mockRejectedValueOnce(new Error('Unreachable.'))
    .mockResolvedValueOnce(createAnswer(3, 6))
    .mockResolvedValueOnce(createAnswer(4, 6));
  scheduleTotalsRefetch();
  await vi.advanceTimersByTimeAsync(2_500);
  expect([getAlgebraTotal(), getBotanyTotal()]).toEqual([9, 3]);
  await vi.advanceTimersByTimeAsync(20_500);
  expect([getAlgebraTotal(), getBotanyTotal()]).toEqual([4, 3]);
});

test('fetches a total again if the answer is older than the last update', async () => {
  const getAlgebraTotal = show('algebra');
  fetchPage.mockResolvedValueOnce(createAnswer(8, 4)).mockResolvedValueOnce(createAnswer(7, 5));
  scheduleTotalsRefetch();
  await vi.advanceTimersByTimeAsync(23_000);
  expect(getAlgebraTotal()).toBe(7);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

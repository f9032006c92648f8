import type { QueryKey } from '@tanstack/react-query';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { logFailure } from '../../client/log-failure.ts';
import { queryClient } from '../../client/query-client.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import type { CataloguePages } from './catalogue-pages.ts';
import { courseKeys } from './course-keys.ts';
import { fetchCataloguePage } from './fetch-catalogue-page.ts';

const withTotal = (cached: CataloguePages, { total, position }: { total: number; position: number }) => {
  const [first, ...others] = cached.pages;
  // A later update may have changed the total in the meantime.
  if (first === undefined || position < first.position) return cached;
  return { ...cached, pages: [{ ...first, total, position, isTotalOutdated: false }, ...others] };
};

/** Returns the query keys of shown listings with an outdated total. */
const findOutdatedKeys = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: courseKeys.lists, type: 'active' })
    .filter(({ state }) => (state.data as CataloguePages | undefined)?.pages[0]?.isTotalOutdated)
    .map(({ queryKey }) => queryKey);

const refetchTotal = async (queryKey: QueryKey) => {
  // The third part of the key is the listing, see `courseKeys`.
  const listing = queryKey[2] as CatalogueListing;
  const { data } = await fetchCataloguePage(listing, { limit: 1 });
  queryClient.setQueryData<CataloguePages>(queryKey, (cached) => cached && withTotal(cached, data));
};

/** The totals are fetched once for all changes that arrive within this time. */
const delayMs = 500;
/** All clients with a filtered list receive the same live update, so they spread their requests over this time. */
const spreadMs = 2_000;
/** Totals that are still outdated, because a request failed or a later change arrived, are fetched again within this time. */
const retrySpreadMs = 20_000;

const refetchTotals = async () => {
  for (const queryKey of findOutdatedKeys())
    await refetchTotal(queryKey).catch((cause: unknown) =>
      logFailure('A total could not be fetched.', cause),
    );
  if (findOutdatedKeys().length > 0) scheduleRefetch(retrySpreadMs);
};

const scheduleRefetch = createSpreadRefetch(() => void refetchTotals(), delayMs);

/** Schedules requests for the outdated totals of shown listings. The courses of the listings are not fetched again. */
export const scheduleTotalsRefetch = (): void => scheduleRefetch(spreadMs);

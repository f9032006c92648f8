import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import { createIsRemovedAtom, markRemoved } from './changed-records.ts';
import { recentUpdates } from './recent-updates.ts';
import { refetchAfterGap } from './refetch-after-gap.ts';

const isRemovedAtom = createIsRemovedAtom('course');

afterEach(() => {
  markRemoved('course', false);
  queryClient.clear();
  recentUpdates.restartAt(0);
});

test('after missed updates, a record no longer counts as removed, because it may have been restored', () => {
  markRemoved('course', true);
  expect(store.get(isRemovedAtom)).toBe(true);
  refetchAfterGap(9);
  expect(store.get(isRemovedAtom)).toBe(false);
});

test('after missed updates, all queries are outdated, and answers from before the gap do not count as recent', () => {
  queryClient.setQueryData(['courses'], []);
  refetchAfterGap(9);
  expect(queryClient.getQueryState(['courses'])?.isInvalidated).toBe(true);
  expect([recentUpdates.after(8), recentUpdates.after(9)]).toEqual([null, []]);
});

import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveCourse } from '#contract/schemas/courses.ts';
import { interceptRequests, registerWithLiveUpdates, respond } from '../../client/live/testing/paged-list.ts';
import { queryClient } from '../../client/query-client.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import { summarizePages } from './catalogue-pages.ts';
import { registerCourseLiveHandlers } from './course-live.ts';
import { catalogueQuery } from './course-queries.ts';
import { course, createUpdate, removal } from './testing/course-updates.ts';

const listing: CatalogueListing = { search: '', category: null, sort: 'match' };

const respondWith = (courses: LiveCourse[], next: string, position: number) =>
  respond({ total: 9, position, courses, suggestions: [] }, next, position);
const deliver = registerWithLiveUpdates(registerCourseLiveHandlers);
const { requests, answer } = interceptRequests();
let observer = new InfiniteQueryObserver(queryClient, catalogueQuery(listing, 2));

beforeEach(() => {
  observer = new InfiniteQueryObserver(queryClient, catalogueQuery(listing, 2));
  observer.subscribe(() => {});
});
afterEach(() => observer.destroy());

const getShown = () => {
  const { data } = observer.getCurrentResult();
  if (data === undefined) return null;
  const { courses, total } = summarizePages(data);
  return { numbers: courses.map(({ _id }) => Number(_id.slice(0, 8))), total };
};

const loadFirstPage = async () => {
  await answer(0, respondWith([course(1), course(3)], 'second', 100));
  await expect.poll(() => getShown()).toEqual({ numbers: [1, 3], total: 9 });
};

test('keeps the updates that arrive while the next page loads', async () => {
  await loadFirstPage();
  const loaded = observer.fetchNextPage();
  deliver(removal(1, 101));
  deliver(createUpdate('course-restored', course(2), 102));
  deliver(removal(5, 103));
  // The server answered before the last update.
  await answer(1, respondWith([course(5), course(7)], 'third', 102));
  await loaded;
  expect(getShown()).toEqual({ numbers: [2, 3, 7], total: 8 });
});

test('keeps the updates that arrive between the pages of a refetch', async () => {
  await loadFirstPage();
  const loaded = observer.fetchNextPage();
  await answer(1, respondWith([course(5), course(7)], 'third', 100));
  await loaded;
  const refetched = observer.refetch();
  await answer(2, respondWith([course(1), course(3)], 'second', 100));
  await expect.poll(() => requests).toHaveLength(4);
  deliver(removal(3, 101));
  await answer(3, respondWith([course(5), course(7)], 'third', 101));
  await refetched;
  expect(getShown()).toEqual({ numbers: [1, 5, 7], total: 8 });
});

test('applies an update that arrives before the first answer and is not part of it', async () => {
  deliver(removal(3, 101));
  await answer(0, respondWith([course(1), course(3)], 'second', 100));
  await expect.poll(() => getShown()).toEqual({ numbers: [1], total: 8 });
});

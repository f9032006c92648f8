import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import { recentUpdates } from '../../client/live/recent-updates.ts';
import { respond } from '../../client/live/testing/paged-list.ts';
import { queryClient } from '../../client/query-client.ts';
import { insertCachedAnnouncement, removeCachedAnnouncement } from './announcement-live.ts';
import { announcementsQuery } from './announcement-queries.ts';
import { announcementAt, idAt, registerTestHandlers } from './testing/announcements.ts';

/** The announcements on the server. */
const posted = [9, 8, 7, 6, 5].map((position) => announcementAt(position));
const logPosition = 100;
const serverPageSize = 2;

/** Answers GET /announcement, with smaller pages than the client asks for. */
const answer = (path: string): Response => {
  const before = new URL(path, 'https://school.example').searchParams.get('cursor');
  const found = posted.filter(({ position }) => before === null || position < Number(before));
  const page = found.slice(0, serverPageSize);
  const next = found.length > page.length ? String(page.at(-1)?.position) : null;
  return respond(page, next, logPosition);
};

const live = registerTestHandlers();
/** Delivers a live update as the socket does. */
const deliver = (message: LiveMessage) => {
  recentUpdates.add(message);
  live.updates.emit(message);
};

const createObserver = () => new InfiniteQueryObserver(queryClient, announcementsQuery('sam'));
let observer = createObserver();
const getShown = () =>
  observer.getCurrentResult().data?.pages.flatMap(({ list }) => list.map(({ position }) => position));

beforeEach(async () => {
  recentUpdates.restartAt(logPosition);
  vi.stubGlobal('fetch', async (path: string) => answer(path));
  observer = createObserver();
  observer.subscribe(() => {});
  await expect.poll(getShown).toEqual([9, 8]);
});
afterEach(() => {
  observer.destroy();
  queryClient.clear();
  recentUpdates.restartAt(0);
  vi.unstubAllGlobals();
});

test('a refetch keeps the older announcements that were loaded', async () => {
  await observer.fetchNextPage();
  expect(getShown()).toEqual([9, 8, 7, 6]);
  await observer.refetch();
  expect(getShown()).toEqual([9, 8, 7, 6]);
});

test('a request for older announcements during a refetch leaves no gap', async () => {
  await observer.fetchNextPage();
  const refetched = observer.refetch();
  await Promise.all([observer.fetchNextPage(), refetched]);
  expect(getShown()).toEqual([9, 8, 7, 6, 5]);
});

test('keeps the updates that arrive while older announcements load', async () => {
  const loaded = observer.fetchNextPage();
  deliver({ position: 101, kind: 'announcement-removed', data: { _id: idAt(7) } } as LiveMessage);
  deliver({ position: 102, kind: 'announcement-added', data: announcementAt(102) } as LiveMessage);
  await loaded;
  expect(getShown()).toEqual([102, 9, 8, 6]);
});

test('a withdrawn announcement comes back on Undo, although its live removal found nothing to remove', () => {
  const _id = idAt(8);
  removeCachedAnnouncement(_id);
  deliver({ position: 101, kind: 'announcement-removed', data: { _id } } as LiveMessage);
  insertCachedAnnouncement(announcementAt(8));
  expect(getShown()).toEqual([9, 8]);
});

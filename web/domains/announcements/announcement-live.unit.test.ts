import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { queryClient } from '../../client/query-client.ts';
import {
  type AnnouncementPage,
  insertCachedAnnouncement,
  mergeIntoAnnouncements,
  removeCachedAnnouncement,
} from './announcement-live.ts';
import { announcementAt, idAt, registerTestHandlers } from './testing/announcements.ts';

const createPage = (list: Announcement[], next: string | null): AnnouncementPage => ({
  list,
  end: Number(next ?? 0),
  next,
  readAtPosition: 20,
});
/** Two loaded pages. There are older announcements before position 3. */
const cached = {
  pages: [
    createPage([announcementAt(9), announcementAt(5)], '5'),
    createPage([announcementAt(4), announcementAt(3)], '3'),
  ],
  pageParams: [null, '5'],
};
const createUpdate = (position: number, kind: string, data: unknown) =>
  ({ position, kind, data }) as LiveMessage;
/** Returns the positions of each page. */
const listPositions = ({ pages }: Pick<typeof cached, 'pages'>) =>
  pages.map(({ list }) => list.map(({ position }) => position));

describe('mergeIntoAnnouncements', () => {
  const apply = (...updates: [kind: string, data: unknown][]) =>
    updates.reduce(
      (pages, [kind, data], index) => mergeIntoAnnouncements(pages, createUpdate(21 + index, kind, data)),
      cached,
    );

  test('inserts new and restored announcements into the page that covers their position, without duplicates', () => {
    const merged = apply(
      ['announcement-added', announcementAt(12)],
      ['announcement-added', announcementAt(7)],
      ['announcement-added', announcementAt(12)],
      ['announcement-removed', { _id: idAt(3) }],
      ['announcement-added', announcementAt(3)],
    );
    expect(listPositions(merged)).toEqual([
      [12, 9, 7, 5],
      [4, 3],
    ]);
  });

  test('does not insert an announcement that is older than the loaded pages, unless all pages are loaded', () => {
    const added = createUpdate(21, 'announcement-added', announcementAt(2));
    expect(mergeIntoAnnouncements(cached, added)).toBe(cached);
    const all = { pages: [createPage([announcementAt(5)], null)], pageParams: [null] };
    expect(listPositions(mergeIntoAnnouncements(all, added))).toEqual([[5, 2]]);
  });

  test('removes announcements from all pages', () => {
    const merged = apply(
      ['announcement-removed', { _id: idAt(9) }],
      ['announcement-removed', { _id: idAt(4) }],
    );
    expect(listPositions(merged)).toEqual([[5], [3]]);
  });

  test('ignores an update that a page already contains', () => {
    expect(mergeIntoAnnouncements(cached, createUpdate(20, 'announcement-removed', { _id: idAt(9) }))).toBe(
      cached,
    );
  });

  test('updates the course name and code of announcements for a course', () => {
    const page = createPage([announcementAt(9, { courseId: 'c1', courseName: 'Old' })], null);
    const course = { _id: 'c1', course_name: 'New', course_code: 'PHY' };
    const after = mergeIntoAnnouncements(
      { pages: [page], pageParams: [null] },
      createUpdate(21, 'course-changed', course),
    );
    expect(after.pages[0]?.list[0]).toMatchObject({ courseName: 'New', courseCode: 'PHY' });
  });
});

test('a withdrawn announcement disappears from the cached pages, and comes back where it was when it is restored', () => {
  const queryKey = ['announcements', 'ada'];
  queryClient.setQueryData(queryKey, cached);
  const read = () => listPositions(queryClient.getQueryData<typeof cached>(queryKey) ?? { pages: [] });
  removeCachedAnnouncement(idAt(4));
  expect(read()).toEqual([[9, 5], [3]]);
  insertCachedAnnouncement(announcementAt(4));
  expect(read()).toEqual([
    [9, 5],
    [4, 3],
  ]);
  queryClient.clear();
});

describe('after the removal of a user', () => {
  const queryKey = ['announcements', 'sam'];
  let hide = () => {};
  const live = registerTestHandlers();

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    hide();
    queryClient.clear();
    vi.useRealTimers();
  });

  /** Shows the announcements. Returns a function that counts the requests. */
  const showAnnouncements = async () => {
    let requests = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: async () => {
        requests += 1;
        return { pages: [], pageParams: [] };
      },
    });
    hide = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    return () => requests;
  };
  const removeUser = (position: number) =>
    live.updates.emit({ kind: 'person-removed', position, data: null });

  test('fetches the shown announcements once within a second, even after several removals', async () => {
    const countRequests = await showAnnouncements();
    removeUser(1);
    removeUser(2);
    await vi.advanceTimersByTimeAsync(1_000);
    // The first request, and one for both removals.
    expect(countRequests()).toBe(2);
  });

  test('fetches nothing while no page shows the announcements, but marks the cached list as stale', async () => {
    const countRequests = await showAnnouncements();
    hide();
    removeUser(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(countRequests()).toBe(1);
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});

test('after a lost connection, fetches again within ten seconds which announcements the user has seen', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    queryClient.clear();
    vi.useRealTimers();
  });
  const live = registerTestHandlers();
  let requests = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['announcements-seen', 'sam'],
    queryFn: async () => {
      requests += 1;
      return { upTo: 0, registeredAt: 0, joinedAt: {} };
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toBe(1);
  live.reconnected.emit();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toBe(2);
});

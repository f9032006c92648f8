import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { createEmitter } from '../../client/emitter.ts';
import { liveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import {
  type AnnouncementPages,
  appendOlder,
  mergeIntoAnnouncements,
  registerAnnouncementLiveHandlers,
} from './announcement-live.ts';

const announcement = (position: number, changes: Partial<Announcement> = {}) =>
  ({ _id: `a${position}`, position, own: false, courseId: null, ...changes }) as Announcement;
const cached: AnnouncementPages = { list: [announcement(9), announcement(5)], next: '5' };
const createUpdate = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const listIds = ({ list }: AnnouncementPages) => list.map(({ _id }) => _id);

describe('mergeIntoAnnouncements', () => {
  test('sorts new and restored announcements by position, without duplicates', () => {
    const three = mergeIntoAnnouncements(cached, createUpdate('announcement-added', announcement(12)));
    expect(
      listIds(mergeIntoAnnouncements(three, createUpdate('announcement-added', announcement(7)))),
    ).toEqual(['a12', 'a9', 'a7', 'a5']);
    expect(
      listIds(mergeIntoAnnouncements(three, createUpdate('announcement-added', announcement(12)))),
    ).toEqual(listIds(three));
    expect(
      listIds(mergeIntoAnnouncements(three, createUpdate('announcement-removed', { _id: 'a9' }))),
    ).toEqual(['a12', 'a5']);
  });

  test('updates the course name of announcements for a course', () => {
    const list = [announcement(9, { courseId: 'c1', courseName: 'Old' })];
    const course = { _id: 'c1', course_name: 'New', course_code: 'PHY' };
    const after = mergeIntoAnnouncements({ list, next: null }, createUpdate('course-changed', course));
    expect(after.list[0]).toMatchObject({ courseName: 'New', courseCode: 'PHY' });
  });
});

test('appendOlder appends a page and continues with its cursor', () => {
  const all = appendOlder(cached, { list: [announcement(5), announcement(3)], next: null });
  expect([listIds(all), all.next]).toEqual([['a9', 'a5', 'a3'], null]);
});

describe('after the removal of a user', () => {
  const queryKey = ['announcements', 'sam'];
  let hide = () => {};
  const live = {
    ...liveEvents,
    updates: createEmitter<LiveMessage>(),
    announcementsSeen: createEmitter<number>(),
    reconnected: createEmitter<void>(),
  };
  registerAnnouncementLiveHandlers(live);

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
        return { list: [], next: null };
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

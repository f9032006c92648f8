import { afterEach, expect, test, vi } from 'vitest';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { queryClient } from '../../client/query-client.ts';
import { cacheSeenUpTo, isUnread, seenQuery } from './announcement-seen.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const announcement = (position: number, changes: Partial<Announcement> = {}) =>
  ({ position, own: false, courseId: null, ...changes }) as Announcement;

test('announcements after the seen position are unread, except the user’s own', () => {
  const seen = { upTo: 5, registeredAt: 1, joinedAt: { c1: 8 } };
  const list = [announcement(5), announcement(6), announcement(7, { own: true })];
  expect(list.map((announcement) => isUnread(announcement, seen))).toEqual([false, true, false]);
});

test('a message to students is unread for its recipients, but not for an Admin who can read it', () => {
  const seen = { upTo: 5, registeredAt: 1, joinedAt: {} };
  const list = [null, 2].map((recipients) => announcement(6, { selection: { recipients } }));
  expect(list.map((announcement) => isUnread(announcement, seen))).toEqual([true, false]);
});

test('older announcements of a course are unread after the user joins it', () => {
  const joinedAt = { c1: 8 };
  const list = [
    announcement(9, { courseId: 'c1' }),
    announcement(3, { courseId: 'c1' }),
    announcement(3, { courseId: 'c2' }),
    announcement(3),
  ];
  const unread = (upTo: number) =>
    list.map((announcement) => isUnread(announcement, { upTo, registeredAt: 1, joinedAt }));
  expect(unread(5)).toEqual([true, true, false, false]);
  expect(unread(8)).toEqual([true, false, false, false]);
  expect(unread(9)).toEqual([false, false, false, false]);
});

test('announcements from before the registration are not unread, even after an enrolment', () => {
  const seen = { upTo: 0, registeredAt: 5, joinedAt: { c1: 8 } };
  const list = [announcement(4), announcement(4, { courseId: 'c1' }), announcement(6)];
  expect(list.map((announcement) => isUnread(announcement, seen))).toEqual([false, false, true]);
});

test('a position that arrives while the answer is loading does not replace the answer, and is kept', async () => {
  const answered = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answered.promise);
  const query = seenQuery('sam');
  const loading = queryClient.fetchQuery(query);
  for (const position of [8, 7]) cacheSeenUpTo(position);
  expect(queryClient.getQueryData(query.queryKey)).toBeUndefined();
  answered.resolve(Response.json({ position: 5, registered: 3, joined: [] }));
  expect(await loading).toEqual({ upTo: 8, registeredAt: 3, joinedAt: {} });
  cacheSeenUpTo(9);
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ upTo: 9, registeredAt: 3, joinedAt: {} });
});

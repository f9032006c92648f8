import { afterEach, expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { queryClient } from '../../client/query-client.ts';
import {
  bookmarksKey,
  insertBookmark,
  insertIfMissing,
  isPendingBookmark,
  mergeIntoBookmarks,
  mergeIntoCachedBookmarks,
  pendingId,
} from './bookmark-live.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const course = (n: number) =>
  ({ _id: `course-${n}`, course_name: `Course ${n}`, course_code: 'CSE', difficulty: '5' }) as Course;
const bookmark = (n: number): Bookmark => ({
  _id: `bookmark-${n}`,
  courseId: `course-${n}`,
  courseName: `Course ${n}`,
  courseCode: 'CSE',
  difficulty: '5',
  bookmarkedEmail: 'student@example.org',
  bookmarkedAt: day(n).toISOString(),
});
const createUpdate = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
afterEach(() => queryClient.removeQueries({ queryKey: bookmarksKey }));
const listIds = (list: readonly Bookmark[]) => list.map(({ _id }) => _id);

test('the confirmed bookmark replaces the pending one', () => {
  const list = insertBookmark([bookmark(1)], { ...bookmark(2), _id: pendingId });
  expect(list.map(isPendingBookmark)).toEqual([false, true]);
  const merged = mergeIntoBookmarks(list, createUpdate('bookmark-added', bookmark(2)));
  expect(listIds(merged)).toEqual(['bookmark-1', 'bookmark-2']);
});

test('bookmarks are sorted by time, one for each course', () => {
  expect(listIds(insertIfMissing([bookmark(1), bookmark(3)], bookmark(2)))).toEqual([
    'bookmark-1',
    'bookmark-2',
    'bookmark-3',
  ]);
  expect(listIds(insertIfMissing([bookmark(2)], { ...bookmark(2), _id: 'older' }))).toEqual(['bookmark-2']);
});

test('bookmarks follow changes to their course, and disappear if the course or the bookmark is removed', () => {
  const list = [bookmark(1), bookmark(2)];
  const renamed = mergeIntoBookmarks(
    list,
    createUpdate('course-changed', { ...course(2), course_name: 'New name', difficulty: '9' }),
  );
  expect(renamed.map(({ courseName, difficulty }) => `${courseName} ${difficulty}`)).toEqual([
    'Course 1 5',
    'New name 9',
  ]);
  expect(listIds(mergeIntoBookmarks(list, createUpdate('course-removed', { _id: 'course-1' })))).toEqual([
    'bookmark-2',
  ]);
  expect(listIds(mergeIntoBookmarks(list, createUpdate('bookmark-removed', { _id: 'bookmark-2' })))).toEqual([
    'bookmark-1',
  ]);
});

test('bookmarks are fetched again after the restoration of their course, but not after its removal', () => {
  queryClient.setQueryData(bookmarksKey, [bookmark(1)]);
  mergeIntoCachedBookmarks(createUpdate('course-removed', { _id: 'course-1' }));
  expect(queryClient.getQueryState(bookmarksKey)?.isInvalidated).toBe(false);
  mergeIntoCachedBookmarks(createUpdate('course-restored', course(1)));
  expect(queryClient.getQueryState(bookmarksKey)?.isInvalidated).toBe(true);
});

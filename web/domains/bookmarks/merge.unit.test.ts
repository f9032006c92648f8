import { expect, test } from 'vitest';
import type { Bookmark } from '#contract/bookmarks.ts';
import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';
import { isPending, mergeIntoBookmarks, pending, putBack, withBookmark } from './merge.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const course = (n: number) =>
  ({ _id: `course-${n}`, course_name: `Course ${n}`, course_code: 'CSE', difficulty: '5' }) as Course;
const bookmark = (n: number): Bookmark => ({
  ...{ _id: `bookmark-${n}`, courseId: `course-${n}`, courseName: `Course ${n}`, courseCode: 'CSE' },
  ...{ difficulty: '5', bookmarkedEmail: 'student@example.org', bookmarkedAt: day(n).toISOString() },
});
const told = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const ids = (list: readonly Bookmark[]) => list.map(({ _id }) => _id);

test('what the server tells takes the place of what was shown at once', () => {
  const shown = withBookmark([bookmark(1)], { ...bookmark(2), _id: pending });
  expect(shown.map(isPending)).toEqual([false, true]);
  const merged = mergeIntoBookmarks(shown, told('bookmark-added', bookmark(2)));
  expect(ids(merged)).toEqual(['bookmark-1', 'bookmark-2']);
});

test('a bookmark comes to its place in time, once for its course', () => {
  expect(ids(putBack([bookmark(1), bookmark(3)], bookmark(2)))).toEqual([
    'bookmark-1',
    'bookmark-2',
    'bookmark-3',
  ]);
  expect(ids(putBack([bookmark(2)], { ...bookmark(2), _id: 'older' }))).toEqual(['bookmark-2']);
});

test('a bookmark follows its course', () => {
  const list = [bookmark(1), bookmark(2)];
  const renamed = mergeIntoBookmarks(
    list,
    told('course-changed', { ...course(2), course_name: 'New name', difficulty: '9' }),
  );
  expect(renamed.map(({ courseName, difficulty }) => `${courseName} ${difficulty}`)).toEqual([
    'Course 1 5',
    'New name 9',
  ]);
  expect(ids(mergeIntoBookmarks(list, told('course-removed', { _id: 'course-1' })))).toEqual(['bookmark-2']);
  expect(ids(mergeIntoBookmarks(list, told('bookmark-removed', { _id: 'bookmark-2' })))).toEqual([
    'bookmark-1',
  ]);
});

import { expect, test } from 'vitest';
import type { BookmarkEvent } from '#events/catalogue/bookmark.ts';
import { deleted, inserted } from '#contract/answers.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { listedCourse, removedCourse, unknownCourse } from '../testing/course-states.ts';
import { refusalOf } from '../testing/refusal.ts';
import { bookmarkAggregate, bookmarkCourse, removeBookmark } from './decide.ts';

const way = { userId: 'sam', courseId: 'counting' };
const command = { id: 'mark', ...way };
const bookmarked: BookmarkEvent = { type: 'CourseBookmarked', data: way };
const removed: BookmarkEvent = { type: 'BookmarkRemoved', data: way };
const given = (...events: BookmarkEvent[]) => foldEvents(bookmarkAggregate, events);
const sam = { id: 'sam' };

test('given nothing, a course of the catalogue is bookmarked', () => {
  expect(bookmarkCourse(command, { bookmark: given(), course: listedCourse })).toEqual({
    events: [bookmarked],
    answer: inserted('mark'),
  });
});

test('given the bookmark, the second click answers the first id and writes nothing, whatever became of the course', () => {
  for (const course of [listedCourse, removedCourse])
    expect(bookmarkCourse(command, { bookmark: given(bookmarked), course })).toEqual({
      events: [],
      answer: inserted('mark'),
    });
});

test('given it was removed, it is set again under the same id', () => {
  const bookmark = given(bookmarked, removed);
  expect(bookmarkCourse(command, { bookmark, course: listedCourse }).events).toEqual([bookmarked]);
});

test('what is not in the catalogue is not bookmarked, nor bookmarked again', () => {
  for (const bookmark of [given(), given(bookmarked, removed)]) {
    expect(refusalOf(() => bookmarkCourse(command, { bookmark, course: removedCourse }))).toBe(
      'course-withdrawn',
    );
    expect(refusalOf(() => bookmarkCourse(command, { bookmark, course: unknownCourse }))).toBe(
      'no-such-course',
    );
  }
});

test('one’s own bookmark is removed, once; one that never was is not there', () => {
  expect(removeBookmark(sam, given(bookmarked))).toEqual({ events: [removed], answer: deleted(1) });
  for (const state of [given(), given(bookmarked, removed)])
    expect(removeBookmark(sam, state)).toEqual({ events: [], answer: deleted(0) });
});

test('nobody removes another’s bookmark, set or removed', () => {
  for (const state of [given(bookmarked), given(bookmarked, removed)])
    expect(refusalOf(() => removeBookmark({ id: 'eve' }, state))).toBe('forbidden');
});

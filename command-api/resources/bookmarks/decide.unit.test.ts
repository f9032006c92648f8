import { expect, test } from 'vitest';
import { deleted, inserted } from '#contract/schemas/command-results.ts';
import type { BookmarkEvent } from '#events/catalogue/streams/bookmark.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { bookmarkAggregate } from '../../aggregates/bookmark.ts';
import { listedCourse, removedCourse, unknownCourse } from '../../testing/course-states.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { bookmarkCourse, removeBookmark } from './decide.ts';

const samAndCounting = { userId: 'sam', courseId: 'counting' };
const command = { id: 'bookmark', ...samAndCounting };
const bookmarked: BookmarkEvent = { type: 'CourseBookmarked', data: samAndCounting };
const removed: BookmarkEvent = { type: 'BookmarkRemoved', data: samAndCounting };
const bookmarkAfter = (...events: BookmarkEvent[]) => foldEvents(bookmarkAggregate, events);
const sam = { id: 'sam' };

test('bookmarks a course of the catalogue', () => {
  expect(bookmarkCourse(command, { bookmark: bookmarkAfter(), course: listedCourse })).toEqual({
    events: [bookmarked],
    answer: inserted('bookmark'),
  });
});

test('answers a second bookmark with the first id, even if the course has been removed since', () => {
  for (const course of [listedCourse, removedCourse])
    expect(bookmarkCourse(command, { bookmark: bookmarkAfter(bookmarked), course })).toEqual({
      events: [],
      answer: inserted('bookmark'),
    });
});

test('sets a removed bookmark again', () => {
  const bookmark = bookmarkAfter(bookmarked, removed);
  expect(bookmarkCourse(command, { bookmark, course: listedCourse }).events).toEqual([bookmarked]);
});

test('refuses a course that is not in the catalogue, even for a removed bookmark', () => {
  for (const bookmark of [bookmarkAfter(), bookmarkAfter(bookmarked, removed)]) {
    expect(refusalCode(() => bookmarkCourse(command, { bookmark, course: removedCourse }))).toBe(
      'course-withdrawn',
    );
    expect(refusalCode(() => bookmarkCourse(command, { bookmark, course: unknownCourse }))).toBe(
      'no-such-course',
    );
  }
});

test('removes a bookmark once', () => {
  expect(removeBookmark(sam, bookmarkAfter(bookmarked))).toEqual({ events: [removed], answer: deleted(1) });
  for (const state of [bookmarkAfter(), bookmarkAfter(bookmarked, removed)])
    expect(removeBookmark(sam, state)).toEqual({ events: [], answer: deleted(0) });
});

test('treats another student’s bookmark as unknown', () => {
  for (const state of [bookmarkAfter(bookmarked), bookmarkAfter(bookmarked, removed)])
    expect(removeBookmark({ id: 'eve' }, state)).toEqual(removeBookmark({ id: 'eve' }, bookmarkAfter()));
});

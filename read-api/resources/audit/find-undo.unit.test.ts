import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseAdded } from '#events/testing/test-log.ts';
import { findUndo } from './find-undo.ts';

const stream = 'course-1';
const edited = (price: number): DomainEvent => ({ type: 'CourseEdited', data: { changes: { price } } });
const removed: DomainEvent = { type: 'CourseRemoved', data: {} };
const restored: DomainEvent = { type: 'CourseRestored', data: {} };
/**
 * Returns for each event: the expected version if the course can be reverted to the event, `restore` if a restoration
 * undoes the event, or null. The user `a` is registered.
 */
const undosOf = (...events: DomainEvent[]) => {
  const recorded = events.map((event, index) => ({
    ...event,
    ...{ stream, version: index + 1, position: 10 + index },
  })) as RecordedEvent[];
  const context = { streams: new Map([[stream, recorded]]), userNames: new Map([['a', 'Ann']]) };
  return recorded.map((event) => {
    const undo = findUndo(event, context);
    return undo?.kind === 'take-back' ? undo.expectedVersion : (undo?.kind ?? null);
  });
};

test('a course can be reverted to every version that differs from the current one', () => {
  expect(undosOf(courseAdded('Databases'), edited(1), edited(2))).toEqual([3, 3, null]);
  // A course that was added by `courseAdded` has the price 100, so its third version equals its first.
  expect(undosOf(courseAdded('Databases'), edited(1), edited(100))).toEqual([null, 3, null]);
});

test('only the last removal can be undone, and a removed course cannot be reverted', () => {
  expect(undosOf(courseAdded('Databases'), edited(1), removed)).toEqual([null, null, 'restore']);
  expect(undosOf(courseAdded('Databases'), edited(1), removed, restored)).toEqual([4, null, null, null]);
  expect(undosOf(courseAdded('Databases'), removed, restored, removed)).toEqual([
    null,
    null,
    null,
    'restore',
  ]);
});

test('only a review that an Admin removed can be restored, and only while its author is registered', () => {
  const review = { userId: 'a', courseId: 'b' };
  expect(undosOf({ type: 'ReviewRemoved', data: { ...review, by: 'author' } })).toEqual([null]);
  expect(undosOf({ type: 'ReviewRemoved', data: { ...review, by: 'admin' } })).toEqual(['restore']);
  const ofRemovedAuthor = { ...review, userId: 'removed', by: 'admin' } as const;
  expect(undosOf({ type: 'ReviewRemoved', data: ofRemovedAuthor })).toEqual([null]);
});

import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { courseAdded } from '#events/testing/log.ts';
import type { Surroundings } from './surroundings.ts';
import { undoOf } from './undo.ts';

const stream = 'course-1';
const edited = (price: number): DomainEvent => ({ type: 'CourseEdited', data: { changes: { price } } });
const removed: DomainEvent = { type: 'CourseRemoved', data: {} };
const restored: DomainEvent = { type: 'CourseRestored', data: {} };
/** How each of these events of one course can be undone. */
const undos = (...events: DomainEvent[]) => {
  const whole = events.map((event, index) => ({
    ...event,
    ...{ stream, version: index + 1, position: 10 + index },
  })) as RecordedEvent[];
  const around = { streams: new Map([[stream, whole]]) } as unknown as Surroundings;
  return whole.map((event) => {
    const undo = undoOf(event, around);
    return undo?.kind === 'take-back' ? undo.expectedVersion : (undo?.kind ?? null);
  });
};

test('a course can be taken back to every version that says something else than now', () => {
  expect(undos(courseAdded('Databases'), edited(1), edited(2))).toEqual([3, 3, null]);
  expect(undos(courseAdded('Databases'), edited(1), edited(100))).toEqual([null, 3, null]);
});

test('only the last removal is restored, and while a course is out of the catalogue it is not edited', () => {
  expect(undos(courseAdded('Databases'), edited(1), removed)).toEqual([null, null, 'restore']);
  expect(undos(courseAdded('Databases'), edited(1), removed, restored)).toEqual([4, null, null, null]);
  expect(undos(courseAdded('Databases'), removed, restored, removed)).toEqual([null, null, null, 'restore']);
});

test('what an author took back nobody restores for them', () => {
  const whose = { userId: 'a', courseId: 'b' };
  expect(undos({ type: 'ReviewRemoved', data: { ...whose, by: 'author' } })).toEqual([null]);
  expect(undos({ type: 'ReviewRemoved', data: { ...whose, by: 'admin' } })).toEqual(['restore']);
});

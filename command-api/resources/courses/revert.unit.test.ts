import { expect, test } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import type { CourseEvent, CourseFields } from '#events/catalogue/streams/course.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { courseHistoryAggregate } from '../../aggregates/course.ts';
import { courseFields } from '../../testing/course-states.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { revertCourse } from './revert.ts';

const added: CourseEvent = { type: 'CourseAdded', data: courseFields };
const edited = (changes: Partial<CourseFields>): CourseEvent => ({ type: 'CourseEdited', data: { changes } });
const removed: CourseEvent = { type: 'CourseRemoved', data: {} };
const restored: CourseEvent = { type: 'CourseRestored', data: {} };
const historyAfter = (...events: CourseEvent[]) => foldEvents(courseHistoryAggregate, events);
const backTo = (version: number, expectedVersion: number) => ({ version, expectedVersion });

test('reverts a course with one more edit of the fields that differ', () => {
  const course = historyAfter(added, edited({ price: 1, name: 'Wrong' }), edited({ details: 'Wrong too.' }));
  expect(revertCourse(backTo(1, 3), course)).toEqual({
    events: [
      {
        type: 'CourseEdited',
        data: {
          changes: { name: courseFields.name, details: courseFields.details, price: courseFields.price },
          backTo: 1,
        },
      },
    ],
    answer: updated(1, 1),
  });
  expect(revertCourse(backTo(2, 3), course).events).toEqual([
    { type: 'CourseEdited', data: { changes: { details: courseFields.details }, backTo: 2 } },
  ]);
});

test('reverts a reversion', () => {
  const events = [added, edited({ price: 1 })];
  const reversion = revertCourse(backTo(1, 2), historyAfter(...events)).events;
  expect(revertCourse(backTo(2, 3), historyAfter(...events, ...reversion)).events).toEqual([
    { type: 'CourseEdited', data: { changes: { price: 1 }, backTo: 2 } },
  ]);
});

test('writes nothing if the fields are the same', () => {
  const course = historyAfter(added, edited({ price: 1 }), edited({ price: courseFields.price }));
  expect(revertCourse(backTo(1, 3), course)).toEqual({ events: [], answer: updated(1, 0) });
  // If another user has made the same reversion in the meantime, there is no conflict.
  expect(revertCourse(backTo(1, 2), course)).toEqual({ events: [], answer: updated(1, 0) });
});

test('refuses to revert a course that has been changed in the meantime', () => {
  const course = historyAfter(added, edited({ price: 1 }), edited({ price: 2 }));
  expect(refusalCode(() => revertCourse(backTo(1, 2), course))).toBe('conflict');
});

test('refuses an unknown version, and says how many there are', () => {
  const one = historyAfter(added);
  expect(refusalCode(() => revertCourse(backTo(9, 1), one))).toBe('invalid-input');
  expect(() => revertCourse(backTo(9, 1), one)).toThrow('The course has 1 version.');
  const two = historyAfter(added, edited({ price: 1 }));
  expect(() => revertCourse(backTo(9, 2), two)).toThrow('The course has 2 versions.');
});

test('refuses a removed course until it is restored', () => {
  const removedCourse = [added, edited({ price: 1 }), removed];
  expect(refusalCode(() => revertCourse(backTo(1, 3), historyAfter(...removedCourse)))).toBe(
    'course-withdrawn',
  );
  expect(revertCourse(backTo(1, 4), historyAfter(...removedCourse, restored)).events).toHaveLength(1);
});

test('reports that nothing matched if the course is unknown', () => {
  expect(revertCourse(backTo(1, 1), historyAfter())).toEqual({ events: [], answer: updated(0, 0) });
});

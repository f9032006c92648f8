import { expect, test } from 'vitest';
import type { CourseEvent, CourseFacts } from '#events/catalogue/course.ts';
import { updated } from '#contract/answers.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { courseFacts } from '../testing/course-facts.ts';
import { refusalOf } from '../testing/refusal.ts';
import { courseHistoryAggregate, revertCourse } from './revert.ts';

const added: CourseEvent = { type: 'CourseAdded', data: courseFacts };
const edited = (changes: Partial<CourseFacts>): CourseEvent => ({ type: 'CourseEdited', data: { changes } });
const removed: CourseEvent = { type: 'CourseRemoved', data: {} };
const restored: CourseEvent = { type: 'CourseRestored', data: {} };
const given = (...events: CourseEvent[]) => foldEvents(courseHistoryAggregate, events);
const backTo = (version: number, expectedVersion: number) => ({ version, expectedVersion });

test('given edits, when it is taken back, then one more edit gives what differs from then', () => {
  const course = given(added, edited({ price: 1, name: 'Wrong' }), edited({ details: 'Wrong too.' }));
  expect(revertCourse(backTo(1, 3), course)).toEqual({
    events: [
      {
        type: 'CourseEdited',
        data: {
          changes: { name: courseFacts.name, details: courseFacts.details, price: courseFacts.price },
          backTo: 1,
        },
      },
    ],
    answer: updated(1, 1),
  });
  expect(revertCourse(backTo(2, 3), course).events).toEqual([
    { type: 'CourseEdited', data: { changes: { details: courseFacts.details }, backTo: 2 } },
  ]);
});

test('given one that was taken back, when that is taken back in turn, then it is as it was before', () => {
  const first = [added, edited({ price: 1 })];
  const back = revertCourse(backTo(1, 2), given(...first)).events;
  expect(revertCourse(backTo(2, 3), given(...first, ...back)).events).toEqual([
    { type: 'CourseEdited', data: { changes: { price: 1 }, backTo: 2 } },
  ]);
});

test('given a version that says what it says now, when it is taken back, then nothing is written', () => {
  const course = given(added, edited({ price: 1 }), edited({ price: courseFacts.price }));
  expect(revertCourse(backTo(1, 3), course)).toEqual({ events: [], answer: updated(1, 0) });
  // Also not when it was done meanwhile, by whomever.
  expect(revertCourse(backTo(1, 2), course)).toEqual({ events: [], answer: updated(1, 0) });
});

test('given one that was changed meanwhile, when it is taken back, then it is refused', () => {
  const course = given(added, edited({ price: 1 }), edited({ price: 2 }));
  expect(refusalOf(() => revertCourse(backTo(1, 2), course))).toBe('conflict');
});

test('given no such version, when it is taken back, then it is refused', () => {
  expect(refusalOf(() => revertCourse(backTo(9, 1), given(added)))).toBe('invalid-input');
});

test('given a course out of the catalogue, when it is taken back, then it is restored first', () => {
  const out = [added, edited({ price: 1 }), removed];
  expect(refusalOf(() => revertCourse(backTo(1, 3), given(...out)))).toBe('course-withdrawn');
  expect(revertCourse(backTo(1, 4), given(...out, restored)).events).toHaveLength(1);
});

test('given no course, when it is taken back, then nothing is matched', () => {
  expect(revertCourse(backTo(1, 1), given())).toEqual({ events: [], answer: updated(0, 0) });
});

import { describe, expect, test } from 'vitest';
import type { CourseEvent } from '#events/catalogue/course.ts';
import { deleted, inserted, updated } from '#events/contract/answers.ts';
import type { CourseFields } from '#events/contract/courses.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { addCourse, courseAggregate, editCourse, removeCourse, restoreCourse } from './decide.ts';

const fields: CourseFields = {
  course_code: 'CSE',
  course_name: 'Counting',
  duration: '2',
  difficulty: '7',
  category: 'Engineering',
  details: 'From one to many.',
  instructor: 'Ada',
  price: 120,
  imageUrl: '/cse.svg',
};
const added: CourseEvent = {
  type: 'CourseAdded',
  data: {
    code: 'CSE',
    name: 'Counting',
    duration: '2',
    difficulty: '7',
    category: 'Engineering',
    details: 'From one to many.',
    instructor: 'Ada',
    price: 120,
    imageUrl: '/cse.svg',
  },
};
const removed: CourseEvent = { type: 'CourseRemoved', data: {} };
const restored: CourseEvent = { type: 'CourseRestored', data: {} };
const edited = (changes: Partial<(typeof added)['data']>): CourseEvent => ({
  type: 'CourseEdited',
  data: { changes },
});
const given = (...events: CourseEvent[]) => foldEvents(courseAggregate, events);
const id = '0e1a4f4e-6f0e-5a57-9f0f-0f1a2b3c4d5e';

describe('adding', () => {
  test('given nothing, the course is added', () => {
    expect(addCourse({ id, fields }, given())).toEqual({ events: [added], answer: inserted(id) });
  });
  test('given the course, it was this very act: the same answer, no event', () => {
    expect(addCourse({ id, fields }, given(added))).toEqual({ events: [], answer: inserted(id) });
  });
  test('given it was removed since, it stays removed', () => {
    expect(addCourse({ id, fields }, given(added, removed)).events).toEqual([]);
  });
});

describe('editing', () => {
  test('only what differs is written', () => {
    expect(editCourse({ ...fields, price: 1, details: 'New.' }, given(added))).toEqual({
      events: [edited({ details: 'New.', price: 1 })],
      answer: updated(1, 1),
    });
  });
  test('nothing differs: nothing is written', () => {
    expect(editCourse(fields, given(added))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('what differs is seen against the last edit, not the first facts', () => {
    expect(editCourse(fields, given(added, edited({ price: 1 }))).events).toEqual([edited({ price: 120 })]);
  });
  test('an unknown or removed course matches nothing', () => {
    for (const state of [given(), given(added, removed)])
      expect(editCourse({ ...fields, price: 1 }, state)).toEqual({ events: [], answer: updated(0, 0) });
  });
});

describe('removing and restoring', () => {
  test('a listed course is removed', () => {
    expect(removeCourse(given(added))).toEqual({ events: [removed], answer: deleted(1) });
  });
  test('what is not there is not removed', () => {
    for (const state of [given(), given(added, removed)])
      expect(removeCourse(state)).toEqual({ events: [], answer: deleted(0) });
  });
  test('a removed course comes back with the facts it had', () => {
    const state = given(added, edited({ price: 1 }), removed);
    expect(restoreCourse(state)).toEqual({ events: [restored], answer: updated(1, 1) });
    expect(foldEvents(courseAggregate, [restored], state)).toEqual({
      status: 'listed',
      facts: { ...added.data, price: 1 },
    });
  });
  test('a listed course is not restored, nor an unknown one', () => {
    expect(restoreCourse(given(added))).toEqual({ events: [], answer: updated(1, 0) });
    expect(restoreCourse(given())).toEqual({ events: [], answer: updated(0, 0) });
  });
});

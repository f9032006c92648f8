import { describe, expect, test } from 'vitest';
import type { CourseEvent, CourseFacts } from '#events/catalogue/course.ts';
import { deleted, inserted, updated } from '#contract/answers.ts';
import type { CourseFields } from '#contract/courses.ts';
import type { UserType } from '#contract/users.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { courseFacts } from '../testing/course-facts.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { UserState } from '../users/decide.ts';
import {
  addCourse,
  type CourseState,
  courseAggregate,
  editCourse,
  removeCourse,
  restoreCourse,
  setVideos,
} from './decide.ts';

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
const added = { type: 'CourseAdded', data: courseFacts } satisfies CourseEvent;
const removed: CourseEvent = { type: 'CourseRemoved', data: {} };
const restored: CourseEvent = { type: 'CourseRestored', data: {} };
const edited = (changes: Partial<CourseFacts>): CourseEvent => ({
  type: 'CourseEdited',
  data: { changes },
});
const given = (...events: CourseEvent[]) => foldEvents(courseAggregate, events);
const person = (userType: UserType): UserState => ({
  status: 'registered',
  name: 'Grace',
  imageUrl: '/g.svg',
  userType,
  wishedType: null,
});
/** As decisions about the course meet it, with the person whom the command names. */
const states = (course: CourseState, instructor: UserState = { status: 'unknown' }) => ({
  course,
  instructor,
});
const grace = '5c0fd2a2-54f4-4c5f-9e33-0b6a3a3b7c11';
const videos = ['/1.webm', '/2.webm', '/3.webm', '/4.webm', '/5.webm'];
const id = '0e1a4f4e-6f0e-5a57-9f0f-0f1a2b3c4d5e';

describe('adding', () => {
  test('given nothing, the course is added', () => {
    expect(addCourse({ id, fields }, states(given()))).toEqual({ events: [added], answer: inserted(id) });
  });
  test('given the course, it was this very act: the same answer, no event', () => {
    expect(addCourse({ id, fields }, states(given(added)))).toEqual({ events: [], answer: inserted(id) });
  });
  test('given it was removed since, it stays removed', () => {
    expect(addCourse({ id, fields }, states(given(added, removed))).events).toEqual([]);
  });
});

describe('editing', () => {
  test('only what differs is written', () => {
    expect(editCourse({ ...fields, price: 1, details: 'New.' }, states(given(added)))).toEqual({
      events: [edited({ details: 'New.', price: 1 })],
      answer: updated(1, 1),
    });
  });
  test('nothing differs: nothing is written', () => {
    expect(editCourse(fields, states(given(added)))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('what differs is seen against the last edit, not the first facts', () => {
    expect(editCourse(fields, states(given(added, edited({ price: 1 })))).events).toEqual([
      edited({ price: 120 }),
    ]);
  });
  test('an unknown or removed course matches nothing', () => {
    for (const state of [given(), given(added, removed)])
      expect(editCourse({ ...fields, price: 1 }, states(state))).toEqual({
        events: [],
        answer: updated(0, 0),
      });
  });
});

describe('the instructor', () => {
  const named = { ...fields, instructorId: grace };

  test.each(['Instructor', 'Admin'] as const)('an %s of the school becomes the course’s', (userType) => {
    expect(addCourse({ id, fields: named }, states(given(), person(userType))).events).toEqual([
      { type: 'CourseAdded', data: { ...added.data, instructorId: grace } },
    ]);
    expect(editCourse(named, states(given(added), person(userType))).events).toEqual([
      edited({ instructorId: grace }),
    ]);
  });
  test('nobody else does', () => {
    for (const instructor of [person('Student'), { status: 'unknown' }, { status: 'removed' }] as const) {
      expect(refusalOf(() => addCourse({ id, fields: named }, states(given(), instructor)))).toBe(
        'invalid-input',
      );
      expect(refusalOf(() => editCourse(named, states(given(added), instructor)))).toBe('invalid-input');
    }
  });
  test('who was one stays one until another is named, whatever became of them; null takes them away', () => {
    const course = given(added, edited({ instructorId: grace }));
    expect(editCourse(named, states(course, { status: 'removed' }))).toEqual({
      events: [],
      answer: updated(1, 0),
    });
    expect(editCourse({ ...named, price: 1 }, states(course, person('Student'))).events).toEqual([
      edited({ price: 1 }),
    ]);
    expect(editCourse({ ...fields, instructorId: null }, states(course)).events).toEqual([
      edited({ instructorId: null }),
    ]);
  });
  test('a client that knows nothing of instructors and videos leaves them as they are', () => {
    const course = given(added, edited({ instructorId: grace, videos }));
    expect(editCourse(fields, states(course)).events).toEqual([]);
    expect(editCourse({ ...fields, price: 1 }, states(course)).events).toEqual([edited({ price: 1 })]);
  });
});

describe('the videos', () => {
  const admin = { id: 'ada', role: 'Admin' } as const;
  const own = { id: grace, role: 'Instructor' } as const;
  const hers = given(added, edited({ instructorId: grace }));

  test('an Admin sets and takes away those of any course, the instructor those of their own', () => {
    for (const [actor, course] of [
      [admin, given(added)],
      [own, hers],
    ] as const) {
      const set = setVideos(actor, videos, course);
      expect(set).toEqual({ events: [edited({ videos })], answer: updated(1, 1) });
      const after = foldEvents(courseAggregate, set.events, course);
      expect(setVideos(actor, [...videos], after)).toEqual({ events: [], answer: updated(1, 0) });
      expect(setVideos(actor, null, after).events).toEqual([edited({ videos: null })]);
    }
  });
  test('an instructor of another course may not, nor one who teaches no more', () => {
    const others = [
      { ...own, id: 'alan' },
      { ...own, role: 'Student' },
    ] as const;
    for (const actor of others) expect(refusalOf(() => setVideos(actor, videos, hers))).toBe('forbidden');
    expect(refusalOf(() => setVideos(own, videos, given(added)))).toBe('forbidden');
  });
  test('an unknown or removed course matches nothing', () => {
    for (const course of [given(), given(added, removed)])
      expect(setVideos(admin, videos, course)).toEqual({ events: [], answer: updated(0, 0) });
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

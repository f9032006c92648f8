import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { CourseEdit, CourseFields as RequestedFields } from '#contract/schemas/courses.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { CourseEvent, CourseFields } from '#events/catalogue/streams/course.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { type CourseState, courseAggregate, courseChangesAggregate } from '../../aggregates/course.ts';
import type { UserState } from '../../aggregates/user.ts';
import { courseFields } from '../../testing/course-states.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { registeredUser } from '../../testing/registered-user.ts';
import { addCourse, editCourse, removeCourse, restoreCourse, setVideos } from './decide.ts';

const requested: RequestedFields = {
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
const added = { type: 'CourseAdded', data: courseFields } satisfies CourseEvent;
const removed: CourseEvent = { type: 'CourseRemoved', data: {} };
const restored: CourseEvent = { type: 'CourseRestored', data: {} };
const edited = (changes: Partial<CourseFields>): CourseEvent => ({
  type: 'CourseEdited',
  data: { changes },
});
const courseAfter = (...events: CourseEvent[]) => foldEvents(courseAggregate, events);
const userWithRole = (userType: UserType): UserState => registeredUser('Grace', userType);
const states = (course: CourseState, instructor: UserState | null = null) => ({
  course,
  instructor,
});
/** The states of an edit: the course after these events, and the user whom the request names as its teacher. */
const editStates = (events: readonly CourseEvent[], instructor: UserState | null = null) => ({
  changes: foldEvents(courseChangesAggregate, events),
  instructor,
});
const grace = '5c0fd2a2-54f4-4c5f-9e33-0b6a3a3b7c11';
const videos = ['/1.webm', '/2.webm', '/3.webm', '/4.webm', '/5.webm'];
const id = '0e1a4f4e-6f0e-5a57-9f0f-0f1a2b3c4d5e';

describe('addCourse', () => {
  test('adds a course', () => {
    expect(addCourse({ id, fields: requested }, states(courseAfter()))).toEqual({
      events: [added],
      answer: inserted(id),
    });
  });
  test('answers a repetition with the first id and writes nothing', () => {
    expect(addCourse({ id, fields: requested }, states(courseAfter(added)))).toEqual({
      events: [],
      answer: inserted(id),
    });
  });
  test('does not restore a course that has been removed since', () => {
    expect(addCourse({ id, fields: requested }, states(courseAfter(added, removed))).events).toEqual([]);
  });
});

describe('editCourse', () => {
  test('writes only the fields that differ', () => {
    expect(editCourse({ ...requested, price: 1, details: 'New.' }, editStates([added]))).toEqual({
      events: [edited({ details: 'New.', price: 1 })],
      answer: updated(1, 1),
    });
  });
  test('writes nothing if no field differs', () => {
    expect(editCourse(requested, editStates([added]))).toEqual({ events: [], answer: updated(1, 0) });
  });
  test('compares the request with the fields after the last edit', () => {
    expect(editCourse(requested, editStates([added, edited({ price: 1 })])).events).toEqual([
      edited({ price: 120 }),
    ]);
  });
  test('reports that nothing matched if the course is unknown or removed', () => {
    for (const events of [[], [added, removed]])
      expect(editCourse({ ...requested, price: 1, expectedVersion: 1 }, editStates(events))).toEqual({
        events: [],
        answer: updated(0, 0),
      });
  });
});

describe('editCourse with an expected version', () => {
  const edit = (request: Partial<CourseEdit>, ...events: CourseEvent[]) =>
    editCourse({ ...requested, ...request }, editStates(events));

  test('refuses to overwrite a field that was changed after this version', () => {
    const cheaper = edited({ price: 1 });
    expect(refusalCode(() => edit({ price: 2, expectedVersion: 1 }, added, cheaper))).toBe('conflict');
    // The user did not edit the price, but would reset it.
    expect(refusalCode(() => edit({ course_name: 'New', expectedVersion: 1 }, added, cheaper))).toBe(
      'conflict',
    );
    expect(edit({ price: 2, expectedVersion: 2 }, added, cheaper).events).toEqual([edited({ price: 2 })]);
  });
  test('accepts an edit of fields that were not changed after this version', () => {
    expect(edit({ price: 2, expectedVersion: 1 }, added, edited({ videos })).events).toEqual([
      edited({ price: 2 }),
    ]);
    expect(
      edit({ price: 2, details: 'New.', expectedVersion: 1 }, added, edited({ price: 2 })).events,
    ).toEqual([edited({ details: 'New.' })]);
  });
  test('accepts an edit after the course was removed and restored', () => {
    expect(edit({ price: 2, expectedVersion: 1 }, added, removed, restored).events).toEqual([
      edited({ price: 2 }),
    ]);
  });
  test('writes nothing if the course already has these values', () => {
    expect(edit({ price: 1, expectedVersion: 1 }, added, edited({ price: 1 }))).toEqual({
      events: [],
      answer: updated(1, 0),
    });
  });
  test('refuses a version that the course does not have, unless no field differs', () => {
    expect(refusalCode(() => edit({ price: 2, expectedVersion: 2 }, added))).toBe('conflict');
    expect(edit({ expectedVersion: 2 }, added).events).toEqual([]);
  });
  test('the endpoint lists the problem `conflict`', () => {
    expect(endpoints.editCourse.problems).toContain('conflict');
  });
});

describe('the teacher of a course', () => {
  const withInstructor = { ...requested, instructorId: grace };

  test.each(['Instructor', 'Admin'] as const)('accepts a user with the role %s', (userType) => {
    expect(
      addCourse({ id, fields: withInstructor }, states(courseAfter(), userWithRole(userType))).events,
    ).toEqual([{ type: 'CourseAdded', data: { ...added.data, instructorId: grace } }]);
    expect(editCourse(withInstructor, editStates([added], userWithRole(userType))).events).toEqual([
      edited({ instructorId: grace }),
    ]);
  });
  test('refuses any other user', () => {
    for (const instructor of [
      userWithRole('Student'),
      { status: 'unknown' },
      { status: 'removed' },
    ] as const) {
      expect(
        refusalCode(() => addCourse({ id, fields: withInstructor }, states(courseAfter(), instructor))),
      ).toBe('invalid-input');
      expect(refusalCode(() => editCourse(withInstructor, editStates([added], instructor)))).toBe(
        'invalid-input',
      );
    }
  });
  test('keeps the current teacher without a check, and removes the teacher if the request says null', () => {
    const events = [added, edited({ instructorId: grace })];
    expect(editCourse(withInstructor, editStates(events, { status: 'removed' }))).toEqual({
      events: [],
      answer: updated(1, 0),
    });
    expect(
      editCourse({ ...withInstructor, price: 1 }, editStates(events, userWithRole('Student'))).events,
    ).toEqual([edited({ price: 1 })]);
    expect(editCourse({ ...requested, instructorId: null }, editStates(events)).events).toEqual([
      edited({ instructorId: null }),
    ]);
  });
  test('keeps the teacher and the videos if the request leaves them out', () => {
    const events = [added, edited({ instructorId: grace, videos })];
    expect(editCourse(requested, editStates(events)).events).toEqual([]);
    expect(editCourse({ ...requested, price: 1 }, editStates(events)).events).toEqual([edited({ price: 1 })]);
  });
});

describe('setVideos', () => {
  const admin = { id: 'ada', role: 'Admin' } as const;
  const instructor = { id: grace, role: 'Instructor' } as const;
  const changesAfter = (...events: CourseEvent[]) => foldEvents(courseChangesAggregate, events);
  const taughtByGrace = changesAfter(added, edited({ instructorId: grace }));

  test('lets an Admin, and the teacher of the course, set and remove videos', () => {
    for (const [actor, course] of [
      [admin, changesAfter(added)],
      [instructor, taughtByGrace],
    ] as const) {
      const decision = setVideos(actor, { videos }, course);
      expect(decision).toEqual({ events: [edited({ videos })], answer: updated(1, 1) });
      const after = foldEvents(courseChangesAggregate, decision.events, course);
      expect(setVideos(actor, { videos: [...videos] }, after)).toEqual({ events: [], answer: updated(1, 0) });
      expect(setVideos(actor, { videos: null }, after).events).toEqual([edited({ videos: null })]);
    }
  });
  test('refuses an Instructor who does not teach the course, and its teacher after they lost the role', () => {
    const refusedActors = [
      { ...instructor, id: 'alan' },
      { ...instructor, role: 'Student' },
    ] as const;
    for (const actor of refusedActors)
      expect(refusalCode(() => setVideos(actor, { videos }, taughtByGrace))).toBe('forbidden');
    expect(refusalCode(() => setVideos(instructor, { videos }, changesAfter(added)))).toBe('forbidden');
  });
  test('reports that nothing matched if the course is unknown or removed', () => {
    for (const course of [changesAfter(), changesAfter(added, removed)])
      expect(setVideos(admin, { videos }, course)).toEqual({ events: [], answer: updated(0, 0) });
  });
  test('refuses to overwrite videos that were changed after the expected version', () => {
    const course = changesAfter(added, edited({ videos }), edited({ price: 1 }));
    const removal = { videos: null };
    expect(refusalCode(() => setVideos(admin, { ...removal, expectedVersion: 1 }, course))).toBe('conflict');
    expect(setVideos(admin, { ...removal, expectedVersion: 2 }, course).events).toEqual([edited(removal)]);
    expect(setVideos(admin, { videos, expectedVersion: 1 }, course).events).toEqual([]);
    expect(endpoints.setCourseVideos.problems).toContain('conflict');
  });
});

describe('removeCourse and restoreCourse', () => {
  test('removes a course from the catalogue', () => {
    expect(removeCourse(courseAfter(added))).toEqual({ events: [removed], answer: deleted(1) });
  });
  test('removes nothing if the course is not in the catalogue', () => {
    for (const state of [courseAfter(), courseAfter(added, removed)])
      expect(removeCourse(state)).toEqual({ events: [], answer: deleted(0) });
  });
  test('restores a removed course with its last fields', () => {
    const state = courseAfter(added, edited({ price: 1 }), removed);
    expect(restoreCourse(state)).toEqual({ events: [restored], answer: updated(1, 1) });
    expect(foldEvents(courseAggregate, [restored], state)).toEqual({
      status: 'listed',
      fields: { ...added.data, price: 1 },
    });
  });
  test('restores nothing if the course is in the catalogue or unknown', () => {
    expect(restoreCourse(courseAfter(added))).toEqual({ events: [], answer: updated(1, 0) });
    expect(restoreCourse(courseAfter())).toEqual({ events: [], answer: updated(0, 0) });
  });
});

import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import type { LiveMessage } from '#contract/live.ts';
import { mergeIntoEnrolments, withCompleted, withStarted } from './merge.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const enrolment = (n: number, change: Partial<EnrolledCourse> = {}) =>
  ({
    _id: `enrolment-${n}`,
    courseId: `course-${n}`,
    course_name: `Course ${n}`,
    updatedAt: day(1),
    withdrawn: false,
    started: false,
    completedModules: 0,
    ...change,
  }) as EnrolledCourse;
const told = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const list = [enrolment(1), enrolment(2)];

test('enrolling and leaving are told once, however often they come', () => {
  const three = mergeIntoEnrolments(list, told('enrolment-added', enrolment(3)));
  expect(mergeIntoEnrolments(three, told('enrolment-added', enrolment(3)))).toEqual(three);
  expect(three.map(({ _id }) => _id)).toEqual(['enrolment-1', 'enrolment-2', 'enrolment-3']);
  expect(mergeIntoEnrolments(three, told('enrolment-removed', { _id: 'enrolment-2' }))).toHaveLength(2);
});

test('progress belongs to its enrolment and begins the course', () => {
  const told3 = told('progress-changed', { _id: 'p', enrolmentId: 'enrolment-2', completedModules: 3 });
  expect(mergeIntoEnrolments(list, told3)).toEqual([
    enrolment(1),
    enrolment(2, { started: true, completedModules: 3 }),
  ]);
  expect(withStarted(mergeIntoEnrolments(list, told3), 'enrolment-2')[1]?.completedModules).toBe(3);
});

test('an answer that comes late takes no module away', () => {
  const four = withCompleted(list, 'enrolment-1', 4);
  expect(four[0]).toEqual(enrolment(1, { started: true, completedModules: 4 }));
  expect(withCompleted(four, 'enrolment-1', 3)).toEqual(four);
});

test('an enrolment shows its course as it is, withdrawn and back, under its own id', () => {
  const gone = mergeIntoEnrolments(list, told('course-removed', { _id: 'course-1' }));
  expect(gone.map(({ withdrawn }) => withdrawn)).toEqual([true, false]);
  const course = { _id: 'course-1', course_name: 'New name', updatedAt: day(2) } as Course;
  const back = mergeIntoEnrolments(gone, told('course-restored', course));
  expect(back[0]).toEqual(enrolment(1, { course_name: 'New name', updatedAt: day(2) }));
  const older = told('course-changed', { ...course, course_name: 'Old name', updatedAt: day(1) });
  expect(mergeIntoEnrolments(back, older)).toEqual(back);
});

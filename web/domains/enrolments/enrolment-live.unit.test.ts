import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { markStarted, mergeIntoEnrolments, setCompletedModules } from './enrolment-live.ts';

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
const createUpdate = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const list = [enrolment(1), enrolment(2)];

test('adds and removes enrolments, without duplicates', () => {
  const three = mergeIntoEnrolments(list, createUpdate('enrolment-added', enrolment(3)));
  expect(mergeIntoEnrolments(three, createUpdate('enrolment-added', enrolment(3)))).toEqual(three);
  expect(three.map(({ _id }) => _id)).toEqual(['enrolment-1', 'enrolment-2', 'enrolment-3']);
  expect(mergeIntoEnrolments(three, createUpdate('enrolment-removed', { _id: 'enrolment-2' }))).toHaveLength(
    2,
  );
});

test('marks the course as started when progress arrives', () => {
  const progress = createUpdate('progress-changed', {
    _id: 'p',
    enrolmentId: 'enrolment-2',
    completedModules: 3,
  });
  expect(mergeIntoEnrolments(list, progress)).toEqual([
    enrolment(1),
    enrolment(2, { started: true, completedModules: 3 }),
  ]);
  expect(markStarted(mergeIntoEnrolments(list, progress), 'enrolment-2')[1]?.completedModules).toBe(3);
});

test('does not decrease the progress when a late answer arrives', () => {
  const withFourModules = setCompletedModules(list, 'enrolment-1', 4);
  expect(withFourModules[0]).toEqual(enrolment(1, { started: true, completedModules: 4 }));
  expect(setCompletedModules(withFourModules, 'enrolment-1', 3)).toEqual(withFourModules);
});

test('follows the removal and restoration of the course and newer changes to it, and keeps the id of the enrolment', () => {
  const withdrawn = mergeIntoEnrolments(list, createUpdate('course-removed', { _id: 'course-1' }));
  expect(withdrawn.map((enrolment) => enrolment.withdrawn)).toEqual([true, false]);
  const course = { _id: 'course-1', course_name: 'New name', updatedAt: day(2) } as Course;
  const restored = mergeIntoEnrolments(withdrawn, createUpdate('course-restored', course));
  expect(restored[0]).toEqual(enrolment(1, { course_name: 'New name', updatedAt: day(2) }));
  const older = createUpdate('course-changed', { ...course, course_name: 'Old name', updatedAt: day(1) });
  expect(mergeIntoEnrolments(restored, older)).toEqual(restored);
});

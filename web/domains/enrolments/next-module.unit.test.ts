import { expect, test } from 'vitest';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { findNextModule } from './next-module.ts';

const enrolment = (courseId: string, day: number, completedModules: number, started = true) =>
  ({ courseId, started, completedModules, enrolledAt: `2026-01-0${day}T00:00:00Z` }) as EnrolledCourse;
const activity = (courseId: string, day: number) => ({
  courseId,
  acts: 1,
  lastAt: `2026-02-0${day}T00:00:00Z`,
});
const done = enrolment('done', 5, modulesPerCourse);
const first = enrolment('first', 1, 3);
const second = enrolment('second', 2, 0);
const waiting = enrolment('waiting', 4, 0, false);
const all = [done, first, second, waiting];
const find = (...courses: ReturnType<typeof activity>[]) => {
  const next = findNextModule(all, courses);
  return next && [next.enrolment.courseId, next.module];
};

test('returns the next module of the course with the most recent activity', () => {
  expect(find(activity('first', 9), activity('second', 8))).toEqual(['first', 4]);
  expect(find(activity('first', 7), activity('second', 8))).toEqual(['second', 1]);
});

test('ignores courses that are completed or not started', () => {
  expect(find(activity('done', 9), activity('waiting', 9), activity('first', 1))).toEqual(['first', 4]);
  expect(findNextModule([done, waiting], [])).toBeNull();
  expect(findNextModule([], [])).toBeNull();
});

test('returns the course with the latest enrolment if there is no activity', () => {
  expect(find()).toEqual(['second', 1]);
});

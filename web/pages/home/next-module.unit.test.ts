import { expect, test } from 'vitest';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { findNextModule } from './next-module.ts';

const enrolment = (courseId: string, day: number, completedModules: number, started = true) =>
  ({ courseId, started, completedModules, enrolledAt: `2026-01-0${day}T00:00:00Z` }) as EnrolledCourse;
const learnt = (courseId: string, day: number) => ({
  courseId,
  acts: 1,
  lastAt: `2026-02-0${day}T00:00:00Z`,
});
const [done, first, second, waiting] = [
  enrolment('done', 5, 5),
  enrolment('first', 1, 3),
  enrolment('second', 2, 0),
  enrolment('waiting', 4, 0, false),
];
const all = [done, first, second, waiting];
const chosen = (...courses: ReturnType<typeof learnt>[]) => {
  const found = findNextModule(all, courses);
  return found && [found.enrolment.courseId, found.module];
};

test('the course that was learnt in last goes on with its next module', () => {
  expect(chosen(learnt('first', 9), learnt('second', 8))).toEqual(['first', 4]);
  expect(chosen(learnt('first', 7), learnt('second', 8))).toEqual(['second', 1]);
});

test('what is finished or not begun is not gone on with', () => {
  expect(chosen(learnt('done', 9), learnt('waiting', 9), learnt('first', 1))).toEqual(['first', 4]);
  expect(findNextModule([done, waiting], [])).toBeNull();
  expect(findNextModule([], [])).toBeNull();
});

test('where no act is known of, joining counts', () => {
  expect(chosen()).toEqual(['second', 1]);
});

import { expect, test } from 'vitest';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { parseQuizRequest, resolveQuizTarget } from './quiz-target.ts';

const enrolment = (day: number, course_code: string, started: boolean) =>
  ({
    _id: `enrolment-${day}`,
    courseId: `course-${day}`,
    course_code,
    started,
    enrolledAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
  }) as EnrolledCourse;

const mine = [
  enrolment(1, 'CSE', true),
  enrolment(2, 'CSE', true),
  enrolment(3, 'CSE', false),
  enrolment(4, 'EEE', false),
];
const resolve = (search: string, state: unknown = null) =>
  resolveQuizTarget(mine, parseQuizRequest(new URLSearchParams(search), state));

test('selects the enrolment in the address, by its own id or the id of its course', () => {
  expect(resolve('enrolment=enrolment-1&course=EEE')).toEqual({ status: 'ready', enrolment: mine[0] });
  expect(resolve('enrolment=COURSE-2')).toEqual({ status: 'ready', enrolment: mine[1] });
  expect(resolve('', { enrolmentId: 'enrolment-1', code: 'CSE' })).toEqual({
    status: 'ready',
    enrolment: mine[0],
  });
});

test('selects the newest started enrolment for a code', () => {
  expect(resolve('course=cse')).toEqual({ status: 'ready', enrolment: mine[1] });
  expect(resolve('', { code: 'CSE' })).toEqual({ status: 'ready', enrolment: mine[1] });
  expect(resolve('enrolment=left-long-ago&course=CSE')).toEqual({ status: 'ready', enrolment: mine[1] });
});

test('reports a course that has not been started, or in which the student is not enrolled', () => {
  expect(resolve('enrolment=enrolment-3')).toEqual({
    status: 'not-started',
    code: 'CSE',
    enrolment: mine[2],
  });
  expect(resolve('course=EEE')).toEqual({ status: 'not-started', code: 'EEE', enrolment: mine[3] });
  expect(resolve('course=PSY')).toEqual({ status: 'not-started', code: 'PSY', enrolment: null });
  expect(resolve('enrolment=no-such-enrolment')).toEqual({
    status: 'not-started',
    code: null,
    enrolment: null,
  });
});

test('reports an unknown code, and offers a choice if nothing was requested', () => {
  expect(resolve('course=ART')).toEqual({ status: 'no-questions', code: 'ART' });
  expect(resolve('', 'something else')).toEqual({ status: 'choose', started: [mine[0], mine[1]] });
});

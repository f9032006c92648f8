import { expect, test } from 'vitest';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { parseQuizRequest, resolveQuizTarget } from './quiz-target.ts';

const enrolment = (n: number, course_code: string, started: boolean) =>
  ({
    _id: `enrolment-${n}`,
    courseId: `course-${n}`,
    course_code,
    started,
    enrolledAt: new Date(Date.UTC(2026, 0, n)).toISOString(),
  }) as EnrolledCourse;

const mine = [
  enrolment(1, 'CSE', true),
  enrolment(2, 'CSE', true),
  enrolment(3, 'CSE', false),
  enrolment(4, 'EEE', false),
];
const asked = (search: string, state: unknown = null) =>
  resolveQuizTarget(mine, parseQuizRequest(new URLSearchParams(search), state));

test('selects the enrolment in the address, by its own id or its course’s', () => {
  expect(asked('enrolment=enrolment-1&course=EEE')).toEqual({ is: 'ready', enrolment: mine[0] });
  expect(asked('enrolment=COURSE-2')).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('', { enrolmentId: 'enrolment-1', code: 'CSE' })).toEqual({ is: 'ready', enrolment: mine[0] });
});

test('selects the newest started enrolment for a code', () => {
  expect(asked('course=cse')).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('', { code: 'CSE' })).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('enrolment=left-long-ago&course=CSE')).toEqual({ is: 'ready', enrolment: mine[1] });
});

test('reports a course that was not started, or in which the student is not enrolled', () => {
  expect(asked('enrolment=enrolment-3')).toEqual({ is: 'not-started', code: 'CSE', enrolment: mine[2] });
  expect(asked('course=EEE')).toEqual({ is: 'not-started', code: 'EEE', enrolment: mine[3] });
  expect(asked('course=PSY')).toEqual({ is: 'not-started', code: 'PSY', enrolment: null });
  expect(asked('enrolment=nobody-s')).toEqual({ is: 'not-started', code: null, enrolment: null });
});

test('reports an unknown code, and offers a choice if nothing was requested', () => {
  expect(asked('course=ART')).toEqual({ is: 'no-questions', code: 'ART' });
  expect(asked('', 'something else')).toEqual({ is: 'choose', started: [mine[0], mine[1]] });
});

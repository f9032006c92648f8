import { expect, test } from 'vitest';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { askedFor, whichCourse } from './which-course.ts';

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
  whichCourse(mine, askedFor(new URLSearchParams(search), state));

test('the enrolment in the address decides, by its id or its course’s', () => {
  expect(asked('enrolment=enrolment-1&course=EEE')).toEqual({ is: 'ready', enrolment: mine[0] });
  expect(asked('enrolment=COURSE-2')).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('', { enrolmentId: 'enrolment-1', code: 'CSE' })).toEqual({ is: 'ready', enrolment: mine[0] });
});

test('by code alone it is the newest started one', () => {
  expect(asked('course=cse')).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('', { code: 'CSE' })).toEqual({ is: 'ready', enrolment: mine[1] });
  expect(asked('enrolment=left-long-ago&course=CSE')).toEqual({ is: 'ready', enrolment: mine[1] });
});

test('a course that was not started, or not joined, is gated', () => {
  expect(asked('enrolment=enrolment-3')).toEqual({ is: 'not-started', code: 'CSE', enrolment: mine[2] });
  expect(asked('course=EEE')).toEqual({ is: 'not-started', code: 'EEE', enrolment: mine[3] });
  expect(asked('course=PSY')).toEqual({ is: 'not-started', code: 'PSY', enrolment: null });
  expect(asked('enrolment=nobody-s')).toEqual({ is: 'not-started', code: null, enrolment: null });
});

test('a code that no department has comes without questions; nothing asked lets the student choose', () => {
  expect(asked('course=ART')).toEqual({ is: 'no-questions', code: 'ART' });
  expect(asked('', 'something else')).toEqual({ is: 'choose', started: [mine[0], mine[1]] });
});

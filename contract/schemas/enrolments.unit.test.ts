import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { courseFields } from './courses.ts';
import { newEnrolment } from './enrolments.ts';

const reversed = { course_code: 'CSE', course_name: '\u202Escitpo', instructor: '\u3164' };

test('accepts an enrolment in a stored course whose name would be refused now', () => {
  expect(newEnrolment.parse(reversed)).toMatchObject(reversed);
});

test('refuses the same names in new and edited courses', () => {
  const issues = z.partial(courseFields).safeParse(reversed).error?.issues ?? [];
  expect(issues.map(({ path }) => path[0])).toEqual(['course_name', 'instructor']);
});

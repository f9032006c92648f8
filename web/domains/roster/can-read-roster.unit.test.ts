import { expect, test } from 'vitest';
import { canReadRoster } from './can-read-roster.ts';

const course = { instructorId: 'ian' };

test('Admins and the teacher of a course can read its roster', () => {
  expect(canReadRoster({ _id: 'ada', userType: 'Admin' }, course)).toBe(true);
  expect(canReadRoster({ _id: 'ian', userType: 'Instructor' }, course)).toBe(true);
});

test('other users cannot read the roster, not even the user whom the course names if they are now a Student', () => {
  expect(canReadRoster({ _id: 'ida', userType: 'Instructor' }, course)).toBe(false);
  expect(canReadRoster({ _id: 'ian', userType: 'Student' }, course)).toBe(false);
  expect(canReadRoster(null, course)).toBe(false);
  expect(canReadRoster({ _id: 'ian', userType: 'Instructor' }, { instructorId: null })).toBe(false);
});

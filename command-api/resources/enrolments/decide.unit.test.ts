import { expect, test } from 'vitest';
import { deleted, inserted } from '#contract/schemas/command-results.ts';
import { listedCourse, removedCourse, unknownCourse } from '../../testing/course-states.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  modulesCompleted,
  samInCounting,
} from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { enrol, leave } from './decide.ts';

const command = { id: 'enrolment', ...samInCounting };
const sam = { id: 'sam' };

test('enrols a student in a course of the catalogue', () => {
  expect(enrol(command, { enrolment: enrolmentAfter(), course: listedCourse })).toEqual({
    events: [enrolled],
    answer: inserted('enrolment'),
  });
});

test('answers a second enrolment with the first id, even if the course has been removed since', () => {
  for (const course of [listedCourse, removedCourse])
    expect(enrol(command, { enrolment: enrolmentAfter(enrolled, courseStarted), course })).toEqual({
      events: [],
      answer: inserted('enrolment'),
    });
});

test('refuses to enrol in a course that is not in the catalogue, even after leaving it', () => {
  for (const enrolment of [enrolmentAfter(), enrolmentAfter(enrolled, courseLeft)]) {
    expect(refusalCode(() => enrol(command, { enrolment, course: removedCourse }))).toBe('course-withdrawn');
    expect(refusalCode(() => enrol(command, { enrolment, course: unknownCourse }))).toBe('no-such-course');
  }
});

test('keeps the progress of a student who leaves and enrols again', () => {
  const progress = [enrolled, courseStarted, ...modulesCompleted(2)];
  const enrolment = enrolmentAfter(...progress, courseLeft);
  expect(enrol(command, { enrolment, course: listedCourse }).events).toEqual([enrolled]);
  expect(enrolmentAfter(...progress, courseLeft, enrolled)).toEqual(enrolmentAfter(...progress));
});

test('lets a student leave once', () => {
  expect(leave(sam, enrolmentAfter(enrolled))).toEqual({ events: [courseLeft], answer: deleted(1) });
  for (const state of [enrolmentAfter(), enrolmentAfter(enrolled, courseLeft)])
    expect(leave(sam, state)).toEqual({ events: [], answer: deleted(0) });
});

test('treats another student’s enrolment as unknown', () => {
  for (const state of [enrolmentAfter(enrolled), enrolmentAfter(enrolled, courseLeft)])
    expect(leave({ id: 'eve' }, state)).toEqual(leave({ id: 'eve' }, enrolmentAfter()));
});

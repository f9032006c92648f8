import { expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { deleted, inserted } from '#contract/answers.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { listedCourse, removedCourse, unknownCourse } from '../testing/course-states.ts';
import { refusalOf } from '../testing/refusal.ts';
import { enrol, leave } from './decide.ts';
import { enrolmentAggregate } from './enrolment.ts';

const way = { userId: 'sam', courseId: 'counting' };
const command = { id: 'way', ...way };
const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const completed = (module: number): EnrolmentEvent => ({ type: 'ModuleCompleted', data: { ...way, module } });
const given = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
const sam = { id: 'sam' };

test('given nothing, a student enrols in a course of the catalogue', () => {
  expect(enrol(command, { enrolment: given(), course: listedCourse })).toEqual({
    events: [enrolled],
    answer: inserted('way'),
  });
});

test('who is enrolled is answered with the first id, also when the course was removed since', () => {
  for (const course of [listedCourse, removedCourse])
    expect(enrol(command, { enrolment: given(enrolled, started), course })).toEqual({
      events: [],
      answer: inserted('way'),
    });
});

test('nobody enrols in what is not in the catalogue, nor comes back to it', () => {
  for (const enrolment of [given(), given(enrolled, left)]) {
    expect(refusalOf(() => enrol(command, { enrolment, course: removedCourse }))).toBe('course-withdrawn');
    expect(refusalOf(() => enrol(command, { enrolment, course: unknownCourse }))).toBe('no-such-course');
  }
});

test('who leaves and comes back finds the progress as it was', () => {
  const gone = [enrolled, started, completed(1), completed(2), left];
  expect(enrol(command, { enrolment: given(...gone), course: listedCourse }).events).toEqual([enrolled]);
  expect(given(...gone, enrolled)).toEqual(given(enrolled, started, completed(1), completed(2)));
});

test('a student leaves once; who never enrolled has nothing to leave', () => {
  expect(leave(sam, given(enrolled))).toEqual({ events: [left], answer: deleted(1) });
  for (const state of [given(), given(enrolled, left)])
    expect(leave(sam, state)).toEqual({ events: [], answer: deleted(0) });
});

test('nobody takes another out of a course', () => {
  for (const state of [given(enrolled), given(enrolled, left)])
    expect(refusalOf(() => leave({ id: 'eve' }, state))).toBe('forbidden');
});

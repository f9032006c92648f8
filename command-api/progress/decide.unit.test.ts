import { describe, expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { inserted, updated } from '#contract/answers.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { refusalOf } from '../testing/refusal.ts';
import { completeModule, startCourse } from './decide.ts';

const way = { userId: 'sam', courseId: 'counting' };
const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const completed = (module: number): EnrolmentEvent => ({ type: 'ModuleCompleted', data: { ...way, module } });
const given = (...events: EnrolmentEvent[]) => foldEvents(enrolmentAggregate, events);
const sam = { id: 'sam' };
const begin = { id: 'way', actor: sam, startedBy: 'enrolment' } as const;
/** A course that was started and of which so many modules are completed. */
const at = (modules: number) =>
  given(enrolled, started, ...Array.from({ length: modules }, (_, index) => completed(index + 1)));
const complete = (modules: number, module?: number) => completeModule({ actor: sam, module }, at(modules));

describe('starting a course', () => {
  test('given the enrolment, it is started', () => {
    expect(startCourse(begin, given(enrolled))).toEqual({ events: [started], answer: inserted('way') });
  });
  test('a second start answers the first id and writes nothing, however far the student is', () => {
    for (const modules of [0, 3, 5])
      expect(startCourse(begin, at(modules))).toEqual({ events: [], answer: inserted('way') });
  });
  test('who is not enrolled, or has left, starts nothing', () => {
    expect(refusalOf(() => startCourse(begin, given()))).toBe('conflict');
    expect(refusalOf(() => startCourse(begin, given(enrolled, left)))).toBe('conflict');
    expect(refusalOf(() => startCourse(begin, given(enrolled, started, left)))).toBe('conflict');
  });
  test('nobody starts for another', () => {
    expect(refusalOf(() => startCourse({ ...begin, actor: { id: 'eve' } }, given(enrolled)))).toBe(
      'forbidden',
    );
  });
});

describe('completing a module', () => {
  test.each([0, 1, 2, 3, 4])('after %i the next one is completed, named or not', (modules) => {
    const next = {
      events: [completed(modules + 1)],
      answer: { ...updated(1, 1), completedModules: modules + 1 },
    };
    expect(complete(modules, modules + 1)).toEqual(next);
    expect(complete(modules)).toEqual(next);
  });
  test('one that is completed already modifies nothing', () => {
    for (const module of [1, 3])
      expect(complete(3, module)).toEqual({
        events: [],
        answer: { ...updated(1, 0), completedModules: 3 },
      });
    expect(complete(5, 5).answer).toMatchObject({ modifiedCount: 0, completedModules: 5 });
  });
  test('none is skipped', () => {
    expect(refusalOf(() => complete(0, 2))).toBe('conflict');
    expect(refusalOf(() => complete(3, 5))).toBe('conflict');
  });
  test('there is no sixth', () => {
    expect(refusalOf(() => complete(5))).toBe('course-complete');
    expect(refusalOf(() => complete(5, 6))).toBe('course-complete');
    expect(refusalOf(() => complete(2, 6))).toBe('course-complete');
  });
  test('not before the start, not after leaving, not another’s', () => {
    expect(refusalOf(() => completeModule({ actor: sam, module: 1 }, given(enrolled)))).toBe('conflict');
    const gone = given(enrolled, started, completed(1), left);
    expect(refusalOf(() => completeModule({ actor: sam, module: 2 }, gone))).toBe('conflict');
    expect(refusalOf(() => completeModule({ actor: { id: 'eve' }, module: 1 }, at(0)))).toBe('forbidden');
  });
  test('of an enrolment that never was nothing matches', () => {
    expect(completeModule({ actor: sam, module: 1 }, given())).toEqual({
      events: [],
      answer: { ...updated(0, 0), completedModules: 0 },
    });
  });
});

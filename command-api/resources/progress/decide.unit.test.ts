import { describe, expect, test } from 'vitest';
import { inserted, updated } from '#contract/schemas/command-results.ts';
import {
  courseLeft,
  courseStarted,
  enrolled,
  enrolmentAfter,
  moduleCompleted,
  modulesCompleted,
} from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { completeModule, startCourse } from './decide.ts';

const sam = { id: 'sam' };
const start = { id: 'enrolment', actor: sam, startedBy: 'enrolment' } as const;
const withModules = (count: number) => enrolmentAfter(enrolled, courseStarted, ...modulesCompleted(count));
const complete = (completedModules: number, module?: number) =>
  completeModule({ actor: sam, module }, withModules(completedModules));

describe('startCourse', () => {
  test('starts the course of an enrolment', () => {
    expect(startCourse(start, enrolmentAfter(enrolled))).toEqual({
      events: [courseStarted],
      answer: inserted('enrolment'),
    });
  });
  test('answers a second start with the first id and writes nothing', () => {
    for (const modules of [0, 3, 5])
      expect(startCourse(start, withModules(modules))).toEqual({ events: [], answer: inserted('enrolment') });
  });
  test('refuses before enrolling and after leaving', () => {
    expect(refusalCode(() => startCourse(start, enrolmentAfter()))).toBe('conflict');
    expect(refusalCode(() => startCourse(start, enrolmentAfter(enrolled, courseLeft)))).toBe('conflict');
    expect(refusalCode(() => startCourse(start, enrolmentAfter(enrolled, courseStarted, courseLeft)))).toBe(
      'conflict',
    );
  });
  test('refuses another student’s enrolment as if it were unknown', () => {
    const byEve = { ...start, actor: { id: 'eve' } };
    expect(refusalCode(() => startCourse(byEve, enrolmentAfter(enrolled)))).toBe('conflict');
    expect(() => startCourse(byEve, withModules(5))).toThrow('Enrol in the course first.');
  });
});

describe('completeModule', () => {
  test.each([0, 1, 2, 3, 4])(
    'completes the next module after %i modules, with or without its number',
    (count) => {
      const expected = {
        events: [moduleCompleted(count + 1)],
        answer: { ...updated(1, 1), completedModules: count + 1 },
      };
      expect(complete(count, count + 1)).toEqual(expected);
      expect(complete(count)).toEqual(expected);
    },
  );
  test('modifies nothing if the module is already completed', () => {
    for (const module of [1, 3])
      expect(complete(3, module)).toEqual({
        events: [],
        answer: { ...updated(1, 0), completedModules: 3 },
      });
    expect(complete(5, 5).answer).toMatchObject({ modifiedCount: 0, completedModules: 5 });
  });
  test('refuses to skip a module', () => {
    expect(refusalCode(() => complete(0, 2))).toBe('conflict');
    expect(refusalCode(() => complete(3, 5))).toBe('conflict');
  });
  test('refuses a sixth module', () => {
    expect(refusalCode(() => complete(5))).toBe('course-complete');
    expect(refusalCode(() => complete(5, 6))).toBe('course-complete');
    expect(refusalCode(() => complete(2, 6))).toBe('course-complete');
  });
  test('refuses before the start and after leaving', () => {
    const second = { actor: sam, module: 2 };
    expect(refusalCode(() => completeModule({ actor: sam, module: 1 }, enrolmentAfter(enrolled)))).toBe(
      'conflict',
    );
    const left = enrolmentAfter(enrolled, courseStarted, moduleCompleted(1), courseLeft);
    expect(refusalCode(() => completeModule(second, left))).toBe('conflict');
  });
  test('reports that no enrolment matched if it is unknown or belongs to another student', () => {
    const nothing = { events: [], answer: { ...updated(0, 0), completedModules: 0 } };
    expect(completeModule({ actor: sam, module: 1 }, enrolmentAfter())).toEqual(nothing);
    for (const state of [withModules(0), enrolmentAfter(enrolled, courseLeft)])
      expect(completeModule({ actor: { id: 'eve' }, module: 1 }, state)).toEqual(nothing);
  });
});

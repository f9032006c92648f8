import { expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/enrolment.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { enrolmentAggregate } from '../enrolments/enrolment.ts';
import { refusalOf } from '../testing/refusal.ts';
import { requireLearning } from './decide.ts';

const way = { userId: 'sam', courseId: 'counting' };
const enrolled: EnrolmentEvent = { type: 'StudentEnrolled', data: way };
const left: EnrolmentEvent = { type: 'StudentLeft', data: way };
const started: EnrolmentEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'enrolment' } };
const refused = (id: string, ...events: EnrolmentEvent[]) =>
  refusalOf(() => requireLearning({ id }, foldEvents(enrolmentAggregate, events)));

test('a place is kept from the start of a course until it is left, and again after a return', () => {
  const learn = (...events: EnrolmentEvent[]) =>
    requireLearning({ id: 'sam' }, foldEvents(enrolmentAggregate, events));
  expect(() => learn(enrolled, started)).not.toThrow();
  expect(() => learn(enrolled, started, left, enrolled)).not.toThrow();
});

test('not before enrolling, not before the start, not after leaving, not another’s', () => {
  expect(refused('sam')).toBe('conflict');
  expect(refused('sam', enrolled)).toBe('conflict');
  expect(refused('sam', enrolled, started, left)).toBe('conflict');
  expect(refused('eve', enrolled, started)).toBe('forbidden');
});

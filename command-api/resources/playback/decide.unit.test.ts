import { expect, test } from 'vitest';
import type { EnrolmentEvent } from '#events/catalogue/streams/enrolment.ts';
import { courseLeft, courseStarted, enrolled, enrolmentAfter } from '../../testing/enrolment-events.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { requireCanSavePosition } from './decide.ts';

const check = (userId: string, ...events: EnrolmentEvent[]) =>
  refusalCode(() => requireCanSavePosition({ id: userId }, enrolmentAfter(...events)));

test('allows saving a position in a started course, even after leaving and returning', () => {
  expect(check('sam', enrolled, courseStarted)).toBe('done');
  expect(check('sam', enrolled, courseStarted, courseLeft, enrolled)).toBe('done');
});

test('refuses a position before enrolling, before the start, after leaving, and from another student', () => {
  expect(check('sam')).toBe('conflict');
  expect(check('sam', enrolled)).toBe('conflict');
  expect(check('sam', enrolled, courseStarted, courseLeft)).toBe('conflict');
  expect(check('eve', enrolled, courseStarted)).toBe('conflict');
});

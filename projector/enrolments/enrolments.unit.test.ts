import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { foldRows } from '../projection/fold-rows.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { enrolmentEvolutions } from './enrolments.ts';

const id = testId(3);
const way = { userId: testId(1), courseId: testId(2) };
const enrolled: DomainEvent = { type: 'StudentEnrolled', data: way };
const left: DomainEvent = { type: 'StudentLeft', data: way };
const started: DomainEvent = { type: 'CourseStarted', data: { ...way, startedBy: 'course' } };
const completed = (module: number): DomainEvent => ({ type: 'ModuleCompleted', data: { ...way, module } });
const after = (...events: DomainEvent[]) =>
  foldRows(
    new Map(),
    recorded(events.map((event) => [enrolmentStream(id), event] as const)),
    (event) => streamId(event.stream),
    enrolmentEvolutions,
  ).get(id) ?? null;
const fresh = {
  id,
  user_id: way.userId,
  course_id: way.courseId,
  has_left: false,
  enrolled_at: new Date('2026-01-01T00:00:01Z'),
  enrolled_position: 1,
  started_at: null,
  started_by: 'enrolment',
  completed_modules: 0,
  position: 1,
};

test('a student who enrolled has not started', () => {
  expect(after(enrolled)).toEqual(fresh);
});

test('a start and completed modules are counted', () => {
  expect(after(enrolled, started, completed(1), completed(2))).toEqual({
    ...fresh,
    started_at: new Date('2026-01-01T00:00:02Z'),
    started_by: 'course',
    completed_modules: 2,
    position: 4,
  });
});

test('who leaves and comes back finds the progress, at a new place in the list', () => {
  const before = after(enrolled, started, completed(1), left);
  expect(before).toMatchObject({ has_left: true, completed_modules: 1 });
  expect(after(enrolled, started, completed(1), left, enrolled)).toEqual({
    ...before,
    has_left: false,
    enrolled_at: new Date('2026-01-01T00:00:05Z'),
    enrolled_position: 5,
    position: 5,
  });
});

test('nothing comes of the way of a student who is gone', () => {
  expect(after(started, completed(1), left)).toBeNull();
});

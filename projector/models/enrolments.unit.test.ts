import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { foldStream } from '../testing/fold-stream.ts';
import { testId } from '../testing/recorded-events.ts';
import { enrolmentEvolutions } from './enrolments.ts';

const id = testId(3);
const ids = { userId: testId(1), courseId: testId(2) };
const enrolled: DomainEvent = { type: 'StudentEnrolled', data: ids };
const left: DomainEvent = { type: 'StudentLeft', data: ids };
const started: DomainEvent = { type: 'CourseStarted', data: { ...ids, startedBy: 'course' } };
const completed = (module: number): DomainEvent => ({ type: 'ModuleCompleted', data: { ...ids, module } });
const rowAfter = (...events: DomainEvent[]) => foldStream(enrolmentStream(id), events, enrolmentEvolutions);
const initialRow = {
  id,
  user_id: ids.userId,
  course_id: ids.courseId,
  has_left: false,
  enrolled_at: new Date('2026-01-01T00:00:01Z'),
  enrolled_position: 1,
  first_enrolled_position: 1,
  started_at: null,
  started_by: 'enrolment',
  completed_modules: 0,
  position: 1,
};

test('creates a row without progress when a student enrols', () => {
  expect(rowAfter(enrolled)).toEqual(initialRow);
});

test('stores the start and the completed modules', () => {
  expect(rowAfter(enrolled, started, completed(1), completed(2))).toEqual({
    ...initialRow,
    started_at: new Date('2026-01-01T00:00:02Z'),
    started_by: 'course',
    completed_modules: 2,
    position: 4,
  });
});

test('keeps the progress when a student leaves and enrols again, and updates the place of the row in the list', () => {
  const afterLeaving = rowAfter(enrolled, started, completed(1), left);
  expect(afterLeaving).toMatchObject({ has_left: true, completed_modules: 1 });
  expect(rowAfter(enrolled, started, completed(1), left, enrolled)).toEqual({
    ...afterLeaving,
    has_left: false,
    enrolled_at: new Date('2026-01-01T00:00:05Z'),
    enrolled_position: 5,
    position: 5,
  });
});

test('does not recreate the row of a removed student from later events', () => {
  expect(rowAfter(started, completed(1), left)).toBeNull();
});

import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { rowOf } from './activity.ts';

const way = { userId: testId(1), courseId: testId(2) };
const rowsOf = (...events: DomainEvent[]) =>
  recorded(events.map((event) => [enrolmentStream(testId(3)), event] as const)).map(rowOf);

test('an act of learning is a row of its own, whose and when', () => {
  expect(rowsOf({ type: 'StudentEnrolled', data: way })).toEqual([
    {
      ...{ position: 1, user_id: way.userId, course_id: way.courseId, kind: 'enrolment' },
      acted_at: new Date('2026-01-01T00:00:01Z'),
    },
  ]);
  const module: DomainEvent = { type: 'ModuleCompleted', data: { ...way, module: 2 } };
  expect(rowsOf(module, module).map((row) => [row?.position, row?.kind])).toEqual([
    [1, 'module'],
    [2, 'module'],
  ]);
});

test('what is taken back, what others do and what is no learning does not count', () => {
  expect(
    rowsOf(
      { type: 'StudentLeft', data: way },
      { type: 'BookmarkRemoved', data: way },
      { type: 'CourseRemoved', data: {} },
      { type: 'AdminAppointed', data: { userId: way.userId } },
    ),
  ).toEqual([null, null, null, null]);
});

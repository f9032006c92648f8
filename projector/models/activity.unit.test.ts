import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { activityRow } from './activity.ts';

const ids = { userId: testId(1), courseId: testId(2) };
const rowsOf = (...events: DomainEvent[]) =>
  recorded(events.map((event) => [enrolmentStream(testId(3)), event] as const)).map(activityRow);

test('creates one row per activity', () => {
  expect(rowsOf({ type: 'StudentEnrolled', data: ids })).toEqual([
    {
      ...{ position: 1, user_id: ids.userId, course_id: ids.courseId, kind: 'enrolment' },
      acted_at: new Date('2026-01-01T00:00:01Z'),
    },
  ]);
  const module: DomainEvent = { type: 'ModuleCompleted', data: { ...ids, module: 2 } };
  expect(rowsOf(module, module).map((row) => [row?.position, row?.kind])).toEqual([
    [1, 'module'],
    [2, 'module'],
  ]);
});

test('ignores events that are not learning activity, for example actions that undo one', () => {
  expect(
    rowsOf(
      { type: 'StudentLeft', data: ids },
      { type: 'BookmarkRemoved', data: ids },
      { type: 'CourseRemoved', data: {} },
      { type: 'AdminAppointed', data: { userId: ids.userId } },
    ),
  ).toEqual([null, null, null, null]);
});

import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { auditRow } from './audit.ts';

const [ada, sam] = [testId(1), testId(2)];
const withActor = (id: string | null, events: RecordedEvent[]) =>
  events.map((event) => ({
    ...event,
    metadata: { correlationId: 'test', actor: id === null ? { system: 'test' } : { id, role: 'Admin' } },
  })) as RecordedEvent[];
const rowsOf = (actor: string | null, ...events: Parameters<typeof recorded>[0]) =>
  withActor(actor, recorded(events)).map(auditRow);

test('contains only the position, the type, the actor and the user concerned', () => {
  const removed = { type: 'ReviewRemoved', data: { userId: sam, courseId: testId(9), by: 'admin' } } as const;
  expect(rowsOf(ada, [reviewStream(testId(3)), removed])).toEqual([
    { position: 1, type: 'ReviewRemoved', actor_id: ada, about_id: sam },
  ]);
  expect(rowsOf(ada, [courseStream(testId(3)), { type: 'CourseRemoved', data: {} }])).toEqual([
    { position: 1, type: 'CourseRemoved', actor_id: ada, about_id: null },
  ]);
});

test('names the user of a user stream, but not a second time if the user is the actor', () => {
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } } as const;
  expect(rowsOf(ada, [userStream(sam), role])).toMatchObject([{ actor_id: ada, about_id: sam }]);
  expect(rowsOf(ada, [userStream(ada), role])).toMatchObject([{ actor_id: ada, about_id: null }]);
  expect(rowsOf(null, [userStream(sam), role])).toMatchObject([{ actor_id: null, about_id: sam }]);
});

test('names the user whom an edit makes the teacher of a course', () => {
  const assigned = { type: 'CourseEdited', data: { changes: { instructorId: sam } } } as const;
  expect(rowsOf(ada, [courseStream(testId(3)), assigned])).toMatchObject([{ actor_id: ada, about_id: sam }]);
  const unassigned = { type: 'CourseEdited', data: { changes: { instructorId: null } } } as const;
  expect(rowsOf(ada, [courseStream(testId(3)), unassigned])).toMatchObject([
    { actor_id: ada, about_id: null },
  ]);
});

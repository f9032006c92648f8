import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/course.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { auditRow } from './audit.ts';

const [ada, sam] = [testId(1), testId(2)];
const by = (id: string | null, events: RecordedEvent[]) =>
  events.map((event) => ({
    ...event,
    metadata: { correlationId: 'test', actor: id === null ? { system: 'test' } : { id, role: 'Admin' } },
  })) as RecordedEvent[];
const rowOf = (actor: string | null, ...happened: Parameters<typeof recorded>[0]) =>
  by(actor, recorded(happened)).map(auditRow);

test('a row says who did it and whom it was about, and nothing else', () => {
  const removed = { type: 'ReviewRemoved', data: { userId: sam, courseId: testId(9), by: 'admin' } } as const;
  expect(rowOf(ada, [reviewStream(testId(3)), removed])).toEqual([
    { position: 1, type: 'ReviewRemoved', actor_id: ada, about_id: sam },
  ]);
  expect(rowOf(ada, [courseStream(testId(3)), { type: 'CourseRemoved', data: {} }])).toEqual([
    { position: 1, type: 'CourseRemoved', actor_id: ada, about_id: null },
  ]);
});

test('the stream of a person is about that person; who acts for themselves is named once', () => {
  const role = { type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } } as const;
  expect(rowOf(ada, [userStream(sam), role])).toMatchObject([{ actor_id: ada, about_id: sam }]);
  expect(rowOf(ada, [userStream(ada), role])).toMatchObject([{ actor_id: ada, about_id: null }]);
  expect(rowOf(null, [userStream(sam), role])).toMatchObject([{ actor_id: null, about_id: sam }]);
});

test('who is made the instructor of a course is found by it', () => {
  const named = { type: 'CourseEdited', data: { changes: { instructorId: sam } } } as const;
  expect(rowOf(ada, [courseStream(testId(3)), named])).toMatchObject([{ actor_id: ada, about_id: sam }]);
  const nobody = { type: 'CourseEdited', data: { changes: { instructorId: null } } } as const;
  expect(rowOf(ada, [courseStream(testId(3)), nobody])).toMatchObject([{ actor_id: ada, about_id: null }]);
});

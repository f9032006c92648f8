import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { roomsOf, userRoom } from '../rooms.ts';
import { createLiveUpdates, requiredRowIds } from './create-live-updates.ts';
import { mapRowKinds } from './live-update-rows.ts';
import {
  courseId,
  courseRow,
  messageOf,
  recordedEvent,
  removed,
  rows,
  userId,
  userRow,
} from './testing/rows-and-events.ts';

const courseEvent = (position: number, type: 'CourseRemoved' | 'CourseRestored') =>
  recordedEvent(position, courseStream(courseId), { type, data: {} });
const edited = recordedEvent(2, courseStream(courseId), { type: 'CourseEdited', data: { changes: {} } });
const roleChanged = recordedEvent(3, userStream(userId), {
  type: 'UserRoleChanged',
  data: { from: 'Student', to: 'Admin' },
});
test('sends a course to everybody, as its GET shows it', () => {
  const message = messageOf(edited, rows([courseRow], []), roomsOf(null));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({ kind: 'course-changed', position: 2, data: { course_name: 'Databases' } });
});

test('sends only the removal of a subject that no longer exists', () => {
  expect(messageOf(edited, rows([], []), roomsOf(null))).toBeNull();
  expect(messageOf(courseEvent(5, 'CourseRestored'), rows([], []), roomsOf(null))).toBeNull();
  expect(messageOf(courseEvent(5, 'CourseRemoved'), rows([], []), roomsOf(null))).toEqual({
    position: 5,
    kind: 'course-removed',
    data: { _id: courseId },
  });
});

test('sends a new role to the user, the changed user to other Admins, and nothing to anybody else', () => {
  const current = rows([], [userRow('Admin')]);
  const own = messageOf(roleChanged, current, roomsOf({ id: userId, userType: 'Admin' }));
  expect(own).toEqual({ position: 3, kind: 'own-role-changed', data: { userType: 'Admin' } });
  const other = messageOf(roleChanged, current, roomsOf({ id: courseId, userType: 'Admin' }));
  expect(liveMessage.parse(other)).toMatchObject({
    kind: 'user-changed',
    data: { email: 'grace@example.org' },
  });
  for (const userType of ['Student', 'Instructor'] as const)
    expect(messageOf(roleChanged, current, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(messageOf(roleChanged, current, roomsOf(null))).toBeNull();
});

test('a role change names the current role of the user, and a removal names none', () => {
  expect(createLiveUpdates([roleChanged, removed], rows([], [userRow('Instructor')]))).toMatchObject([
    { roleChange: { userId, userType: 'Instructor' } },
    { roleChange: { userId, userType: null } },
  ]);
});

test('sends a removal to the removed user, the id to Admins, and to everybody else only that a user was removed', () => {
  expect(messageOf(removed, rows([], []), roomsOf({ id: userId, userType: null }))?.data).toEqual({
    userType: null,
  });
  expect(messageOf(removed, rows([], []), ['role:Admin'])?.data).toEqual({ _id: userId });
  const others = messageOf(removed, rows([], []), roomsOf({ id: courseId, userType: 'Student' }));
  expect(others).toEqual({ position: 4, kind: 'person-removed', data: null });
});

test('notifies the students and the teacher of a changed course, and all who may mark if it gets a new teacher', () => {
  const [student, teacher] = ['66666666-6666-4666-8666-666666666666', '77777777-7777-4777-8777-777777777777'];
  const current = {
    ...rows([], []),
    courseInstructors: new Map([[courseId, { id: courseId, instructor_id: teacher }]]),
    enrolledUserRooms: new Map([[courseId, new Set([userRoom(student)])]]),
  };
  const notifiedBy = (event: RecordedEvent) => {
    const [update] = createLiveUpdates([event], current);
    return update?.notifiedRooms?.flatMap((list) => [...list]);
  };
  for (const event of [edited, courseEvent(5, 'CourseRemoved'), courseEvent(6, 'CourseRestored')])
    expect(notifiedBy(event)).toEqual([userRoom(student), userRoom(teacher)]);
  // The event does not name the former teacher.
  const handedOver = recordedEvent(7, courseStream(courseId), {
    type: 'CourseEdited',
    data: { changes: { instructorId: teacher } },
  });
  expect(notifiedBy(handedOver)).toEqual([
    ...[userRoom(student), userRoom(teacher), 'role:Admin', 'role:Instructor'],
  ]);
});

test('notifies all who may mark quizzes when a user is removed', () => {
  const [update] = createLiveUpdates([removed], rows([], []));
  expect(update?.notifiedRooms).toEqual([['role:Admin', 'role:Instructor']]);
});

test('creates no update for events without a definition, and loads no rows for them', () => {
  const appointed = recordedEvent(1, 'admins', { type: 'AdminAppointed', data: { userId } });
  expect(createLiveUpdates([appointed], rows([], []))).toEqual([]);
  expect(requiredRowIds([appointed, edited, edited, roleChanged])).toEqual({
    ...mapRowKinds(() => []),
    courses: [courseId],
    courseInstructors: [courseId],
    enrolledUserRooms: [courseId],
    users: [userId],
  });
});

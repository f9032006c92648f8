import { expect, test } from 'vitest';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { courseStream } from '#events/catalogue/course.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { userStream } from '#events/catalogue/user.ts';
import { liveMessage } from '#events/contract/live.ts';
import type { UserType } from '#events/contract/users.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { CourseRow } from '../../courses/present.ts';
import type { EnrolmentRow } from '../../enrolments/present.ts';
import type { NoteRow } from '../../notes/present.ts';
import type { ReviewRow } from '../../reviews/present.ts';
import type { UserRow } from '../../users/present.ts';
import { messageFor, withoutWithdrawn } from '../announcement.ts';
import { type Room, roomsOf } from '../rooms.ts';
import { announceAll, neededRows } from './announcers.ts';
import type { Rows } from './announces.ts';

const courseId = '11111111-1111-4111-8111-111111111111';
const userId = '22222222-2222-4222-8222-222222222222';
const at = new Date('2026-01-02T03:04:05Z');

const courseRow: CourseRow = {
  id: courseId,
  code: 'CSE',
  name: 'Databases',
  duration: '3',
  difficulty: '7',
  category: 'Engineering',
  details: 'Tables.',
  instructor: 'Ada',
  price: 10,
  image_url: '/a.svg',
  instructor_id: null,
  videos: null,
  added_at: at,
  updated_at: at,
};
const userRow = (user_type: UserType): UserRow => ({
  id: userId,
  name: 'Grace',
  email: 'grace@example.org',
  image_url: '/g.svg',
  user_type,
  wished_type: null,
  registered_at: at,
});
const rows = (courses: CourseRow[], users: UserRow[]): Rows => ({
  bookmarks: new Map(),
  certificates: new Map(),
  courses: new Map(courses.map((row) => [row.id, row])),
  enrolments: new Map(),
  notes: new Map(),
  reviews: new Map(),
  users: new Map(users.map((row) => [row.id, row])),
});
const happened = (position: number, stream: string, event: DomainEvent): RecordedEvent => ({
  ...event,
  position,
  stream,
  version: 1,
  recordedAt: at,
  commandId: courseId,
  metadata: { actor: null, correlationId: 'a' },
});
const course = (position: number, type: 'CourseRemoved' | 'CourseRestored') =>
  happened(position, courseStream(courseId), { type, data: {} });
const edited = happened(2, courseStream(courseId), { type: 'CourseEdited', data: { changes: {} } });
const roleChanged = happened(3, userStream(userId), {
  type: 'UserRoleChanged',
  data: { from: 'Student', to: 'Admin' },
});
const removed = happened(4, userStream(userId), { type: 'UserRemoved', data: {} });

const way = { userId, courseId };
const enrolment: EnrolmentRow = {
  ...courseRow,
  enrolment_id: '33333333-3333-4333-8333-333333333333',
  enrolled_at: at,
  started_at: at,
  started_by: 'enrolment',
  completed_modules: 2,
  withdrawn: false,
  email: 'grace@example.org',
};
const learning = enrolmentStream(enrolment.enrolment_id);

const told = (event: RecordedEvent, standing: Rows, rooms: Room[]) => {
  const [announcement] = announceAll([event], standing);
  return announcement ? messageFor(announcement, new Set(rooms)) : null;
};

test('a course is told to everybody as its GET shows it', () => {
  const message = told(edited, rows([courseRow], []), roomsOf(null));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({ kind: 'course-changed', position: 2, data: { course_name: 'Databases' } });
});

test('what is gone by now is told by its removal only', () => {
  expect(told(edited, rows([], []), roomsOf(null))).toBeNull();
  expect(told(course(5, 'CourseRestored'), rows([], []), roomsOf(null))).toBeNull();
  expect(told(course(5, 'CourseRemoved'), rows([], []), roomsOf(null))).toEqual({
    position: 5,
    kind: 'course-removed',
    data: { _id: courseId },
  });
});

test('a new role is told to the person as their own, to other admins as a record, to nobody else', () => {
  const standing = rows([], [userRow('Admin')]);
  const own = told(roleChanged, standing, roomsOf({ id: userId, userType: 'Admin' }));
  expect(own).toEqual({ position: 3, kind: 'own-role-changed', data: { userType: 'Admin' } });
  const other = told(roleChanged, standing, roomsOf({ id: courseId, userType: 'Admin' }));
  expect(liveMessage.parse(other)).toMatchObject({
    kind: 'user-changed',
    data: { email: 'grace@example.org' },
  });
  for (const userType of ['Student', 'Instructor'] as const)
    expect(told(roleChanged, standing, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(told(roleChanged, standing, roomsOf(null))).toBeNull();
});

test('the rooms of a person follow from the role that they have now', () => {
  expect(announceAll([roleChanged, removed], rows([], [userRow('Instructor')]))).toMatchObject([
    { membership: { userId, userType: 'Instructor' } },
    { membership: { userId, userType: null } },
  ]);
});

const review: ReviewRow = {
  id: '44444444-4444-4444-8444-444444444444',
  user_id: userId,
  course_id: courseId,
  enrolment_id: enrolment.enrolment_id,
  course_called_by: 'enrolment',
  rating: 8,
  comment: 'Tables, at last.',
  revised: false,
  reviewed_at: at,
  name: 'Databases',
  code: 'CSE',
  image_url: '/a.svg',
  user_name: 'Grace',
  email: 'grace@example.org',
};
const reviewed = reviewStream(review.id);
const submitted = happened(6, reviewed, {
  type: 'ReviewSubmitted',
  data: {
    ...way,
    enrolmentId: enrolment.enrolment_id,
    courseCalledBy: 'enrolment',
    rating: 8,
    comment: null,
  },
});
const withReview = { ...rows([], []), reviews: new Map([[review.id, review]]) };

test('a review is told to everybody, the e-mail in full to its author and to admins', () => {
  for (const [rooms, userEmail, own] of [
    [roomsOf(null), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Student' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Instructor' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Admin' }), 'grace@example.org', false],
    [roomsOf({ id: userId, userType: 'Student' }), 'grace@example.org', true],
  ] as const) {
    const message = told(submitted, withReview, rooms);
    expect(liveMessage.parse(message)).toEqual(message);
    expect(message).toMatchObject({ kind: 'review-added', data: { rating: 8, userEmail, own } });
  }
});

test('what a review said is told to nobody any more once it, or its author, is removed', () => {
  const taken = happened(7, reviewed, { type: 'ReviewRemoved', data: { ...way, by: 'admin' } });
  const last = happened(7, userStream(userId), { type: 'UserRemoved', data: {} });
  for (const [end, kind] of [
    [taken, 'review-removed'],
    [last, 'person-removed'],
  ] as const) {
    const messages = withoutWithdrawn(announceAll([submitted, end], withReview)).flatMap(
      (announcement) => messageFor(announcement, new Set(roomsOf(null))) ?? [],
    );
    expect(messages.map((message) => message.kind)).toEqual([kind]);
    expect(JSON.stringify(messages)).not.toContain('Tables');
  }
});

test('a removed person is told so, admins the id, and everybody else that somebody was removed', () => {
  expect(told(removed, rows([], []), [`user:${userId}`])?.data).toEqual({ userType: null });
  expect(told(removed, rows([], []), ['role:Admin'])?.data).toEqual({ _id: userId });
  const others = told(removed, rows([], []), roomsOf({ id: courseId, userType: 'Student' }));
  expect(others).toEqual({ position: 4, kind: 'person-removed', data: null });
});

test('how far a student is, is told to that student alone; nothing of it once they have left', () => {
  const completed = happened(6, learning, { type: 'ModuleCompleted', data: { ...way, module: 2 } });
  const standing = { ...rows([], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const message = told(completed, standing, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'progress-changed',
    data: { _id: enrolment.enrolment_id, completedModules: 2, courseName: 'CSE' },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(told(completed, standing, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(told(completed, standing, roomsOf(null))).toBeNull();
  const left = happened(7, learning, { type: 'StudentLeft', data: way });
  const announcements = withoutWithdrawn(announceAll([completed, left], standing));
  expect(announcements.map(({ deliveries }) => deliveries.map(({ message: { kind } }) => kind))).toEqual([
    [],
    ['enrolment-removed'],
  ]);
});

test('a note is told to its student alone, as its GET shows it; nothing of it once it is removed', () => {
  const row: NoteRow = {
    ...{ id: '44444444-4444-4444-8444-444444444444', course_id: courseId },
    ...{ enrolment_id: enrolment.enrolment_id, course_called_by: 'enrolment', module: 3, second: 84 },
    ...{ text: 'Carry the one.', taken_at: at, edited_at: null },
    ...{ name: 'Databases', code: 'CSE', image_url: '/a.svg', email: 'grace@example.org' },
  };
  const stream = noteStream(row.id);
  const edited = happened(8, stream, { type: 'NoteEdited', data: { userId, text: 'Carry the one.' } });
  const standing = { ...rows([], []), notes: new Map([[row.id, row]]) };
  const message = told(edited, standing, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'note-changed',
    data: { _id: row.id, notes: 'Carry the one.', courseId: enrolment.enrolment_id, second: 84 },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(told(edited, standing, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(told(edited, standing, roomsOf(null))).toBeNull();
  const gone = happened(9, stream, { type: 'NoteRemoved', data: { userId } });
  const back = happened(10, stream, { type: 'NoteRestored', data: { userId } });
  const kinds = (...events: RecordedEvent[]) =>
    withoutWithdrawn(announceAll(events, standing)).flatMap(({ deliveries }) =>
      deliveries.map(({ message: { kind } }) => kind),
    );
  expect(kinds(edited, gone)).toEqual(['note-removed']);
  expect(kinds(edited, gone, back)).toEqual(['note-removed', 'note-added']);
});

test('events that concern nobody tell nothing and need nothing', () => {
  const appointed = happened(1, 'admins', { type: 'AdminAppointed', data: { userId } });
  expect(announceAll([appointed], rows([], []))).toEqual([]);
  expect(neededRows([appointed, edited, edited, roleChanged])).toEqual({
    bookmarks: [],
    certificates: [],
    courses: [courseId],
    enrolments: [],
    notes: [],
    reviews: [],
    users: [userId],
  });
});

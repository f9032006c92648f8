import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live.ts';
import type { UserType } from '#contract/users.ts';
import { announcementStream } from '#events/catalogue/announcement.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { courseStream } from '#events/catalogue/course.ts';
import { enrolmentStream } from '#events/catalogue/enrolment.ts';
import { noteStream } from '#events/catalogue/note.ts';
import { reviewStream } from '#events/catalogue/review.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { CourseRow } from '../../resources/courses/present.ts';
import type { EnrolmentRow } from '../../resources/enrolments/present.ts';
import type { NoteRow } from '../../resources/notes/present.ts';
import type { ReviewRow } from '../../resources/reviews/present.ts';
import type { UserRow } from '../../resources/users/present.ts';
import { messageFor, withoutWithdrawn } from '../announcement.ts';
import { type Room, roomsOf, userRoom } from '../rooms.ts';
import { announceAll, neededRows } from './announcers.ts';
import { forEachKind, type Rows } from './rows.ts';

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
  ...(forEachKind(() => new Map()) as Rows),
  courses: new Map(courses.map((row) => [row.id, row])),
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
  expect(told(removed, rows([], []), roomsOf({ id: userId, userType: null }))?.data).toEqual({
    userType: null,
  });
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

const announced = {
  ...{ id: '44444444-4444-4444-8444-444444444444', user_id: userId, user_type: 'Instructor' },
  ...{ course_id: null, type: 'Exam Announcement', date: '2026-01-02', body: 'Bring a pencil.' },
  ...{ posted_at: at, posted_position: 8, user_name: 'Grace', course_name: null, course_code: null },
};
const postedFor = (forCourse: string | null) =>
  happened(8, announcementStream(announced.id), {
    type: 'AnnouncementPosted',
    data: {
      ...{ userId, courseId: forCourse, userType: 'Instructor', type: 'Exam Announcement' },
      ...{ date: '2026-01-02', text: 'Bring a pencil.' },
    },
  });

test('what is for everybody is told to whoever is signed in, to its poster as their own, to no visitor', () => {
  const standing = { ...rows([], []), announcements: new Map([[announced.id, announced]]) };
  const own = told(postedFor(null), standing, roomsOf({ id: userId, userType: 'Instructor' }));
  expect(liveMessage.parse(own)).toMatchObject({ kind: 'announcement-added', data: { own: true } });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(told(postedFor(null), standing, roomsOf({ id: courseId, userType }))).toMatchObject({
      data: { own: false, text: 'Bring a pencil.' },
    });
  expect(told(postedFor(null), standing, roomsOf(null))).toBeNull();
  for (const id of [courseId, userId])
    expect(told(postedFor(null), standing, roomsOf({ id, userType: null }))).toBeNull();
});

test('what is for a course is told to those enrolled, its poster and admins; so is its withdrawal', () => {
  const [enrolled, stranger] = [
    '66666666-6666-4666-8666-666666666666',
    '77777777-7777-4777-8777-777777777777',
  ];
  const row = { ...announced, course_id: courseId };
  const standing = {
    ...rows([], []),
    announcements: new Map([[row.id, row]]),
    enrolled: new Map([[courseId, new Set([userRoom(enrolled)])]]),
  };
  const withdrawal = happened(9, announcementStream(announced.id), {
    type: 'AnnouncementWithdrawn',
    data: { userId, courseId, by: 'poster' },
  });
  for (const event of [postedFor(courseId), withdrawal]) {
    expect(told(event, standing, roomsOf({ id: enrolled, userType: 'Student' }))).not.toBeNull();
    expect(told(event, standing, roomsOf({ id: stranger, userType: 'Admin' }))).not.toBeNull();
    expect(told(event, standing, roomsOf({ id: userId, userType: 'Instructor' }))).not.toBeNull();
    for (const userType of ['Student', 'Instructor'] as const)
      expect(told(event, standing, roomsOf({ id: stranger, userType }))).toBeNull();
  }
});

/** What a client is told who comes back after the person was removed, by somebody who was told before. */
const toldAfterRemoval = (event: RecordedEvent, standing: Rows, rooms: Room[]) => {
  const before = announceAll([event], standing);
  expect(messageFor(before[0] as (typeof before)[0], new Set(rooms))).not.toBeNull();
  const [kept] = withoutWithdrawn([...before, ...announceAll([{ ...removed, position: 20 }], standing)]);
  return kept ? messageFor(kept, new Set(rooms)) : null;
};

test('what was told of a person’s learning is told to nobody any more once they are removed', () => {
  const standing = { ...rows([courseRow], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const completed = happened(6, learning, { type: 'ModuleCompleted', data: { ...way, module: 2 } });
  expect(toldAfterRemoval(completed, standing, roomsOf({ id: userId, userType: 'Student' }))).toBeNull();
});

test('an announcement stays when its poster is removed, without their name', () => {
  const standing = { ...rows([], []), announcements: new Map([[announced.id, announced]]) };
  const reader = roomsOf({ id: courseId, userType: 'Student' });
  expect(toldAfterRemoval(postedFor(null), standing, reader)).toMatchObject({
    kind: 'announcement-added',
    data: { text: 'Bring a pencil.', userName: null },
  });
});

test('events that concern nobody tell nothing and need nothing', () => {
  const appointed = happened(1, 'admins', { type: 'AdminAppointed', data: { userId } });
  expect(announceAll([appointed], rows([], []))).toEqual([]);
  expect(neededRows([appointed, edited, edited, roleChanged])).toEqual({
    ...forEachKind(() => []),
    courses: [courseId],
    users: [userId],
  });
});

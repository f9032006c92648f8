import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { announcementStream } from '#events/catalogue/streams/announcement.ts';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { enrolmentStream } from '#events/catalogue/streams/enrolment.ts';
import { noteStream } from '#events/catalogue/streams/note.ts';
import { reviewStream } from '#events/catalogue/streams/review.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { LiveCourseRow } from '../../resources/courses/present.ts';
import type { EnrolmentRow } from '../../resources/enrolments/present.ts';
import type { NoteRow } from '../../resources/notes/present.ts';
import type { ReviewRow } from '../../resources/reviews/present.ts';
import type { UserRow } from '../../resources/users/present.ts';
import { type Room, roomsOf, userRoom } from '../rooms.ts';
import { createLiveUpdates, requiredRowIds } from './create-live-updates.ts';
import { dropRemovedSubjects, messageFor } from './live-update.ts';
import { type LiveUpdateRows, mapRowKinds } from './live-update-rows.ts';

const courseId = '11111111-1111-4111-8111-111111111111';
const userId = '22222222-2222-4222-8222-222222222222';
const at = new Date('2026-01-02T03:04:05Z');

const courseRow: LiveCourseRow = {
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
  added: 1,
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
const rows = (courses: LiveCourseRow[], users: UserRow[]): LiveUpdateRows => ({
  ...(mapRowKinds(() => new Map()) as LiveUpdateRows),
  courses: new Map(courses.map((row) => [row.id, row])),
  users: new Map(users.map((row) => [row.id, row])),
});
const recordedEvent = (position: number, stream: string, event: DomainEvent): RecordedEvent => ({
  ...event,
  position,
  stream,
  version: 1,
  recordedAt: at,
  commandId: courseId,
  metadata: { actor: null, correlationId: 'a' },
});
const courseEvent = (position: number, type: 'CourseRemoved' | 'CourseRestored') =>
  recordedEvent(position, courseStream(courseId), { type, data: {} });
const edited = recordedEvent(2, courseStream(courseId), { type: 'CourseEdited', data: { changes: {} } });
const roleChanged = recordedEvent(3, userStream(userId), {
  type: 'UserRoleChanged',
  data: { from: 'Student', to: 'Admin' },
});
const removed = recordedEvent(4, userStream(userId), { type: 'UserRemoved', data: {} });

const enrolmentRef = { userId, courseId };
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
const streamOfEnrolment = enrolmentStream(enrolment.enrolment_id);

const messageOf = (event: RecordedEvent, current: LiveUpdateRows, rooms: Room[]) => {
  const [update] = createLiveUpdates([event], current);
  return update ? messageFor(update, new Set(rooms)) : null;
};

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

test('a role change leads to the current role of the user, and a removal to none', () => {
  expect(createLiveUpdates([roleChanged, removed], rows([], [userRow('Instructor')]))).toMatchObject([
    { roleChange: { userId, userType: 'Instructor' } },
    { roleChange: { userId, userType: null } },
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
const streamOfReview = reviewStream(review.id);
const submitted = recordedEvent(6, streamOfReview, {
  type: 'ReviewSubmitted',
  data: {
    ...enrolmentRef,
    enrolmentId: enrolment.enrolment_id,
    courseCalledBy: 'enrolment',
    rating: 8,
    comment: null,
  },
});
const withReview = { ...rows([], []), reviews: new Map([[review.id, review]]) };

test('sends a review to everybody, with the full e-mail only to its author and to Admins', () => {
  for (const [rooms, userEmail, own] of [
    [roomsOf(null), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Student' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Instructor' }), 'g•••@example.org', false],
    [roomsOf({ id: courseId, userType: 'Admin' }), 'grace@example.org', false],
    [roomsOf({ id: userId, userType: 'Student' }), 'grace@example.org', true],
  ] as const) {
    const message = messageOf(submitted, withReview, rooms);
    expect(liveMessage.parse(message)).toEqual(message);
    expect(message).toMatchObject({ kind: 'review-added', data: { rating: 8, userEmail, own } });
  }
});

test('does not send a review whose author was removed, or that was removed itself', () => {
  const reviewRemoved = recordedEvent(7, streamOfReview, {
    type: 'ReviewRemoved',
    data: { ...enrolmentRef, by: 'admin' },
  });
  const authorRemoved = recordedEvent(7, userStream(userId), { type: 'UserRemoved', data: {} });
  for (const [end, kind] of [
    [reviewRemoved, 'review-removed'],
    [authorRemoved, 'person-removed'],
  ] as const) {
    const messages = dropRemovedSubjects(createLiveUpdates([submitted, end], withReview)).flatMap(
      (update) => messageFor(update, new Set(roomsOf(null))) ?? [],
    );
    expect(messages.map((message) => message.kind)).toEqual([kind]);
    expect(JSON.stringify(messages)).not.toContain('Tables');
  }
});

test('sends a removal to the removed user, the id to Admins, and to everybody else only that a user was removed', () => {
  expect(messageOf(removed, rows([], []), roomsOf({ id: userId, userType: null }))?.data).toEqual({
    userType: null,
  });
  expect(messageOf(removed, rows([], []), ['role:Admin'])?.data).toEqual({ _id: userId });
  const others = messageOf(removed, rows([], []), roomsOf({ id: courseId, userType: 'Student' }));
  expect(others).toEqual({ position: 4, kind: 'person-removed', data: null });
});

test('notifies the students and the teacher of a changed course, and all who may mark if it gets another teacher', () => {
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

test('sends progress only to the student, and not after they have left the course', () => {
  const completed = recordedEvent(6, streamOfEnrolment, {
    type: 'ModuleCompleted',
    data: { ...enrolmentRef, module: 2 },
  });
  const current = { ...rows([], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const message = messageOf(completed, current, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'progress-changed',
    data: { _id: enrolment.enrolment_id, completedModules: 2, courseName: 'CSE' },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(messageOf(completed, current, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(messageOf(completed, current, roomsOf(null))).toBeNull();
  const left = recordedEvent(7, streamOfEnrolment, { type: 'StudentLeft', data: enrolmentRef });
  const updates = dropRemovedSubjects(createLiveUpdates([completed, left], current));
  expect(updates.map(({ deliveries }) => deliveries.map(({ message: { kind } }) => kind))).toEqual([
    [],
    ['enrolment-removed'],
  ]);
});

test('sends a note only to its student, as its GET shows it, and not after it was removed', () => {
  const row: NoteRow = {
    ...{ id: '44444444-4444-4444-8444-444444444444', course_id: courseId },
    ...{ enrolment_id: enrolment.enrolment_id, course_called_by: 'enrolment', module: 3, second: 84 },
    ...{ text: 'Carry the one.', taken_at: at, edited_at: null },
    ...{ name: 'Databases', code: 'CSE', image_url: '/a.svg', email: 'grace@example.org' },
  };
  const stream = noteStream(row.id);
  const edited = recordedEvent(8, stream, { type: 'NoteEdited', data: { userId, text: 'Carry the one.' } });
  const current = { ...rows([], []), notes: new Map([[row.id, row]]) };
  const message = messageOf(edited, current, roomsOf({ id: userId, userType: 'Student' }));
  expect(liveMessage.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    kind: 'note-changed',
    data: { _id: row.id, notes: 'Carry the one.', courseId: enrolment.enrolment_id, second: 84 },
  });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(messageOf(edited, current, roomsOf({ id: courseId, userType }))).toBeNull();
  expect(messageOf(edited, current, roomsOf(null))).toBeNull();
  const gone = recordedEvent(9, stream, { type: 'NoteRemoved', data: { userId } });
  const back = recordedEvent(10, stream, { type: 'NoteRestored', data: { userId } });
  const kinds = (...events: RecordedEvent[]) =>
    dropRemovedSubjects(createLiveUpdates(events, current)).flatMap(({ deliveries }) =>
      deliveries.map(({ message: { kind } }) => kind),
    );
  expect(kinds(edited, gone)).toEqual(['note-removed']);
  expect(kinds(edited, gone, back)).toEqual(['note-removed', 'note-added']);
});

const announcementRow = {
  ...{ id: '44444444-4444-4444-8444-444444444444', user_id: userId, user_type: 'Instructor' as const },
  ...{ course_id: null, type: 'Exam Announcement' as const, date: '2026-01-02', body: 'Bring a pencil.' },
  ...{ recipient_count: null, recipient_ids: null },
  ...{ posted_at: at, posted_position: 8, user_name: 'Grace', course_name: null, course_code: null },
};
const posted = (forCourse: string | null) =>
  recordedEvent(8, announcementStream(announcementRow.id), {
    type: 'AnnouncementPosted',
    data: {
      ...{ userId, courseId: forCourse, userType: 'Instructor', type: 'Exam Announcement' },
      ...{ date: '2026-01-02', text: 'Bring a pencil.' },
    },
  });

test('sends a general announcement to registered users, to its poster as their own, and to no visitor', () => {
  const current = { ...rows([], []), announcements: new Map([[announcementRow.id, announcementRow]]) };
  const own = messageOf(posted(null), current, roomsOf({ id: userId, userType: 'Instructor' }));
  expect(liveMessage.parse(own)).toMatchObject({ kind: 'announcement-added', data: { own: true } });
  for (const userType of ['Student', 'Instructor', 'Admin'] as const)
    expect(messageOf(posted(null), current, roomsOf({ id: courseId, userType }))).toMatchObject({
      data: { own: false, text: 'Bring a pencil.' },
    });
  expect(messageOf(posted(null), current, roomsOf(null))).toBeNull();
  for (const id of [courseId, userId])
    expect(messageOf(posted(null), current, roomsOf({ id, userType: null }))).toBeNull();
});

test('sends an announcement for a course, and its withdrawal, to its students, its poster and Admins', () => {
  const [enrolled, stranger] = [
    '66666666-6666-4666-8666-666666666666',
    '77777777-7777-4777-8777-777777777777',
  ];
  const row = { ...announcementRow, course_id: courseId };
  const current = {
    ...rows([], []),
    announcements: new Map([[row.id, row]]),
    announcementRecipients: new Map([[row.id, row]]),
    enrolledUserRooms: new Map([[courseId, new Set([userRoom(enrolled)])]]),
  };
  const withdrawal = recordedEvent(9, announcementStream(announcementRow.id), {
    type: 'AnnouncementWithdrawn',
    data: { userId, courseId, by: 'poster' },
  });
  for (const event of [posted(courseId), withdrawal]) {
    expect(messageOf(event, current, roomsOf({ id: enrolled, userType: 'Student' }))).not.toBeNull();
    expect(messageOf(event, current, roomsOf({ id: stranger, userType: 'Admin' }))).not.toBeNull();
    expect(messageOf(event, current, roomsOf({ id: userId, userType: 'Instructor' }))).not.toBeNull();
    for (const userType of ['Student', 'Instructor'] as const)
      expect(messageOf(event, current, roomsOf({ id: stranger, userType }))).toBeNull();
  }
});

test('sends a student message, and its withdrawal, only to recipients who are still enrolled, its poster and Admins', () => {
  const [selected, left, other] = [
    '66666666-6666-4666-8666-666666666666',
    '77777777-7777-4777-8777-777777777777',
    '88888888-8888-4888-8888-888888888888',
  ];
  const recipientIds = [selected, left];
  const row = { ...announcementRow, course_id: courseId, recipient_count: 2, recipient_ids: recipientIds };
  const current = {
    ...rows([], []),
    announcements: new Map([[row.id, row]]),
    announcementRecipients: new Map([[row.id, row]]),
    enrolledUserRooms: new Map([[courseId, new Set([userRoom(selected), userRoom(other)])]]),
  };
  const stream = announcementStream(announcementRow.id);
  const keys = { userId, courseId };
  const message = recordedEvent(8, stream, {
    type: 'StudentMessagePosted',
    data: { ...keys, userType: 'Instructor', date: '2026-01-02', text: 'How are you?', recipientIds },
  });
  const restored = recordedEvent(9, stream, { type: 'AnnouncementRestored', data: keys });
  const withdrawal = recordedEvent(9, stream, {
    type: 'AnnouncementWithdrawn',
    data: { ...keys, by: 'poster' },
  });
  const receivedBy = (event: RecordedEvent, id: string, userType: UserType, now: LiveUpdateRows = current) =>
    messageOf(event, now, roomsOf({ id, userType }));
  for (const event of [message, restored, withdrawal]) {
    expect(receivedBy(event, selected, 'Student')).not.toBeNull();
    expect(receivedBy(event, userId, 'Instructor')).not.toBeNull();
    expect(receivedBy(event, other, 'Admin')).not.toBeNull();
    for (const id of [left, other]) expect(receivedBy(event, id, 'Student')).toBeNull();
    expect(receivedBy(event, other, 'Instructor')).toBeNull();
    expect(messageOf(event, current, roomsOf(null))).toBeNull();
    const [update] = createLiveUpdates([event], current);
    expect(update?.notifiedRooms).toEqual([[userRoom(selected)]]);
  }
  // Only the poster and Admins learn how many recipients the message has.
  expect(receivedBy(message, selected, 'Student')).toMatchObject({
    data: { selection: { recipients: null } },
  });
  expect(receivedBy(message, userId, 'Instructor')).toMatchObject({ data: { selection: { recipients: 2 } } });
  expect(receivedBy(message, other, 'Admin')).toMatchObject({ data: { selection: { recipients: 2 } } });
  // Without the row it is unknown who may read the message.
  const unknown = { ...current, announcementRecipients: new Map() };
  for (const id of [selected, other]) expect(receivedBy(withdrawal, id, 'Student', unknown)).toBeNull();
});

/** Returns the message of an event that a client receives if it catches up after the user was removed. */
const messageAfterRemoval = (event: RecordedEvent, current: LiveUpdateRows, rooms: Room[]) => {
  const before = createLiveUpdates([event], current);
  expect(messageFor(before[0] as (typeof before)[0], new Set(rooms))).not.toBeNull();
  const [update] = dropRemovedSubjects([
    ...before,
    ...createLiveUpdates([{ ...removed, position: 20 }], current),
  ]);
  return update ? messageFor(update, new Set(rooms)) : null;
};

test('does not send the progress of a removed user', () => {
  const current = { ...rows([courseRow], []), enrolments: new Map([[enrolment.enrolment_id, enrolment]]) };
  const completed = recordedEvent(6, streamOfEnrolment, {
    type: 'ModuleCompleted',
    data: { ...enrolmentRef, module: 2 },
  });
  expect(messageAfterRemoval(completed, current, roomsOf({ id: userId, userType: 'Student' }))).toBeNull();
});

test('sends the announcement of a removed poster without their name', () => {
  const current = { ...rows([], []), announcements: new Map([[announcementRow.id, announcementRow]]) };
  const reader = roomsOf({ id: courseId, userType: 'Student' });
  expect(messageAfterRemoval(posted(null), current, reader)).toMatchObject({
    kind: 'announcement-added',
    data: { text: 'Bring a pencil.', userName: null },
  });
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

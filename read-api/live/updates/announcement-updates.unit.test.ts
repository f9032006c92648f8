import { expect, test } from 'vitest';
import { liveMessage } from '#contract/live-messages.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { announcementStream } from '#events/catalogue/streams/announcement.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { roomsOf, userRoom } from '../rooms.ts';
import { createLiveUpdates } from './create-live-updates.ts';
import type { LiveUpdateRows } from './live-update-rows.ts';
import {
  at,
  courseId,
  messageAfterRemoval,
  messageOf,
  recordedEvent,
  rows,
  userId,
} from './testing/rows-and-events.ts';

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

test('sends an announcement for a course, and its withdrawal, to the students of the course, the poster and Admins', () => {
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

test('sends a student message, and its withdrawal, only to recipients who are still enrolled, the sender and Admins', () => {
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
  const receivedBy = (
    event: RecordedEvent,
    id: string,
    userType: UserType,
    available: LiveUpdateRows = current,
  ) => messageOf(event, available, roomsOf({ id, userType }));
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
  // Only the sender and Admins learn how many recipients the message has.
  expect(receivedBy(message, selected, 'Student')).toMatchObject({
    data: { selection: { recipients: null } },
  });
  expect(receivedBy(message, userId, 'Instructor')).toMatchObject({ data: { selection: { recipients: 2 } } });
  expect(receivedBy(message, other, 'Admin')).toMatchObject({ data: { selection: { recipients: 2 } } });
  // Without the row it is unknown who may read the message.
  const withoutRow = { ...current, announcementRecipients: new Map() };
  for (const id of [selected, other]) expect(receivedBy(withdrawal, id, 'Student', withoutRow)).toBeNull();
});

test('sends the announcement of a removed poster without their name', () => {
  const current = { ...rows([], []), announcements: new Map([[announcementRow.id, announcementRow]]) };
  const reader = roomsOf({ id: courseId, userType: 'Student' });
  expect(messageAfterRemoval(posted(null), current, reader)).toMatchObject({
    kind: 'announcement-added',
    data: { text: 'Bring a pencil.', userName: null },
  });
});

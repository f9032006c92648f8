import { expect, test } from 'vitest';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { AnnouncementEvent } from '#events/catalogue/streams/announcement.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { announcementAggregate } from '../../aggregates/announcement.ts';
import type { CourseState } from '../../aggregates/course.ts';
import { courseFields, listedCourse, removedCourse, unknownCourse } from '../../testing/course-states.ts';
import { refusalCode } from '../../testing/refusal-code.ts';
import { messageStudents, postAnnouncement, restoreAnnouncement, withdrawAnnouncement } from './decide.ts';

const now = new Date('2026-03-05T22:00:00Z');
const ian = { id: 'ian', role: 'Instructor' } as const;
const iris = { id: 'iris', role: 'Instructor' } as const;
const ada = { id: 'ada', role: 'Admin' } as const;
const body = { type: 'Exam Announcement', text: 'Bring a pencil.' } as const;
const posted: AnnouncementEvent = {
  type: 'AnnouncementPosted',
  data: {
    userId: 'ian',
    userType: 'Instructor',
    courseId: null,
    type: 'Exam Announcement',
    date: '2026-03-05',
    text: 'Bring a pencil.',
  },
};
const withdrawn = (by: 'poster' | 'admin'): AnnouncementEvent => ({
  type: 'AnnouncementWithdrawn',
  data: { userId: 'ian', courseId: null, by },
});
const restored: AnnouncementEvent = { type: 'AnnouncementRestored', data: { userId: 'ian', courseId: null } };
const announcementAfter = (...events: AnnouncementEvent[]) => foldEvents(announcementAggregate, events);
const restore = (
  actor: { id: string; role: UserType },
  announcement: ReturnType<typeof announcementAfter>,
  course: CourseState | null = null,
) => restoreAnnouncement(actor, { announcement, course });
const post = (
  changes: object = {},
  actor: { id: string; role: UserType } = ian,
  course: CourseState | null = null,
) =>
  postAnnouncement(
    { id: 'a1', actor, body: { ...body, ...changes }, now },
    { announcement: announcementAfter(), course },
  );

test('posts an announcement with the role of the poster and the current date', () => {
  expect(post()).toEqual({ events: [posted], answer: inserted('a1') });
  expect(post({ userType: 'Instructor' }).events).toEqual([posted]);
});

test("refuses Students, and a role other than the poster's", () => {
  for (const userType of ['Admin', 'Student'])
    expect(refusalCode(() => post({ userType }))).toBe('forbidden');
  expect(refusalCode(() => post({}, { id: 'sam', role: 'Student' }))).toBe('forbidden');
});

test('accepts only a date that is at most one day from the date in UTC', () => {
  for (const date of ['2026-03-04', '2026-03-05', '2026-03-06'])
    expect(post({ date }).events[0]).toMatchObject({ data: { date } });
  for (const date of ['2026-03-03', '2026-03-07', '2025-03-05'])
    expect(refusalCode(() => post({ date }))).toBe('invalid-input');
});

test('refuses an announcement for a course that is not in the catalogue', () => {
  const courseId = 'counting';
  expect(post({ courseId }, ada, listedCourse).events[0]).toMatchObject({ data: { courseId } });
  for (const actor of [ada, ian]) {
    expect(refusalCode(() => post({ courseId }, actor, removedCourse))).toBe('course-withdrawn');
    expect(refusalCode(() => post({ courseId }, actor, unknownCourse))).toBe('no-such-course');
  }
});

test('lets Instructors announce only to courses that they teach, and Admins to any course', () => {
  const courseId = 'counting';
  const taughtBy = (instructorId: string | null): CourseState => ({
    ...listedCourse,
    fields: { ...courseFields, instructorId },
  });
  expect(post({ courseId }, ian, taughtBy('ian')).events[0]).toMatchObject({ data: { courseId } });
  for (const instructorId of ['iris', null]) {
    expect(refusalCode(() => post({ courseId }, ian, taughtBy(instructorId)))).toBe('forbidden');
    expect(post({ courseId }, ada, taughtBy(instructorId)).events[0]).toMatchObject({ data: { courseId } });
  }
});

const taught: CourseState = { ...listedCourse, fields: { ...courseFields, instructorId: 'ian' } };
type MessageCase = {
  course?: CourseState;
  areEnrolled?: boolean;
  body?: object;
  announcement?: ReturnType<typeof announcementAfter>;
};
const message = (
  actor: { id: string; role: UserType } = ian,
  {
    course = taught,
    areEnrolled = true,
    body: changes = {},
    announcement = announcementAfter(),
  }: MessageCase = {},
) =>
  messageStudents(
    {
      id: 'a1',
      actor,
      courseId: 'counting',
      now,
      body: { text: 'Hello.', studentIds: ['s1', 's2', 's1'], ...changes },
    },
    { announcement, course },
    areEnrolled,
  );

test('sends one message in the role of the sender, and names each selected student once', () => {
  const sent: AnnouncementEvent = {
    type: 'StudentMessagePosted',
    data: {
      userId: 'ian',
      userType: 'Instructor',
      courseId: 'counting',
      date: '2026-03-05',
      text: 'Hello.',
      recipientIds: ['s1', 's2'],
    },
  };
  expect(message()).toEqual({ events: [sent], answer: inserted('a1') });
  expect(message(ada).events[0]).toMatchObject({ data: { userId: 'ada', userType: 'Admin' } });
  // A repetition writes nothing, even if the course has changed since.
  const announcement = announcementAfter(sent);
  expect(message(ian, { announcement, course: removedCourse, areEnrolled: false })).toEqual({
    events: [],
    answer: inserted('a1'),
  });
  expect(withdrawAnnouncement(ada, announcement).events).toEqual([
    { type: 'AnnouncementWithdrawn', data: { userId: 'ian', courseId: 'counting', by: 'admin' } },
  ]);
});

test('refuses a message for an unknown or removed course, from a Student, and from an Instructor who does not teach the course, whether the recipients are enrolled or not', () => {
  for (const areEnrolled of [true, false]) {
    for (const actor of [iris, { id: 'ian', role: 'Student' } as const])
      expect(refusalCode(() => message(actor, { areEnrolled }))).toBe('forbidden');
    expect(refusalCode(() => message(ada, { areEnrolled, course: unknownCourse }))).toBe('no-such-course');
    expect(refusalCode(() => message(ian, { areEnrolled, course: removedCourse }))).toBe('course-withdrawn');
  }
});

test('refuses a message with an old date, or to a user who is not a student of the course', () => {
  expect(refusalCode(() => message(ian, { areEnrolled: false }))).toBe('not-enrolled');
  expect(refusalCode(() => message(ian, { body: { date: '2026-03-03' } }))).toBe('invalid-input');
});

test('writes nothing if the announcement was already posted', () => {
  const states = { announcement: announcementAfter(posted), course: null };
  expect(postAnnouncement({ id: 'a1', actor: ian, body, now }, states)).toEqual({
    events: [],
    answer: inserted('a1'),
  });
});

test('lets the poster or an Admin withdraw an announcement once', () => {
  expect(withdrawAnnouncement(ian, announcementAfter(posted))).toEqual({
    events: [withdrawn('poster')],
    answer: deleted(1),
  });
  expect(withdrawAnnouncement(ada, announcementAfter(posted)).events).toEqual([withdrawn('admin')]);
  expect(refusalCode(() => withdrawAnnouncement(iris, announcementAfter(posted)))).toBe('forbidden');
  expect(withdrawAnnouncement(ian, announcementAfter(posted, withdrawn('poster')))).toEqual({
    events: [],
    answer: deleted(0),
  });
  expect(withdrawAnnouncement(iris, announcementAfter())).toEqual({ events: [], answer: deleted(0) });
});

test('lets a poster restore only what they withdrew, and an Admin everything', () => {
  expect(restore(ian, announcementAfter(posted, withdrawn('poster')))).toEqual({
    events: [restored],
    answer: updated(1, 1),
  });
  expect(refusalCode(() => restore(ian, announcementAfter(posted, withdrawn('admin'))))).toBe('forbidden');
  expect(refusalCode(() => restore(iris, announcementAfter(posted, withdrawn('poster'))))).toBe('forbidden');
  expect(restore(ada, announcementAfter(posted, withdrawn('admin'))).events).toEqual([restored]);
  expect(restore(ian, announcementAfter(posted, withdrawn('poster'), restored))).toEqual({
    events: [],
    answer: updated(1, 0),
  });
  expect(restore(ian, announcementAfter())).toEqual({ events: [], answer: updated(0, 0) });
});

test('lets the sender of a message restore it only while they teach the course, and lets Admins restore it', () => {
  const courseId = 'counting';
  const sent = message().events[0];
  const withdrawalOf = (by: 'poster' | 'admin'): AnnouncementEvent => ({
    type: 'AnnouncementWithdrawn',
    data: { userId: 'ian', courseId, by },
  });
  const after = (...events: AnnouncementEvent[]) =>
    announcementAfter(...(sent ? [sent] : []), withdrawalOf('poster'), ...events);
  const restoration: AnnouncementEvent = { type: 'AnnouncementRestored', data: { userId: 'ian', courseId } };
  const handedOver: CourseState = { ...listedCourse, fields: { ...courseFields, instructorId: 'iris' } };
  expect(restore(ian, after(), taught).events).toEqual([restoration]);
  // After a restoration it is still a message.
  for (const state of [after(), after(restoration, withdrawalOf('poster'))]) {
    expect(state).toMatchObject({ isMessage: true });
    expect(refusalCode(() => restore(ian, state, handedOver))).toBe('forbidden');
    expect(refusalCode(() => restore(iris, state, handedOver))).toBe('forbidden');
    expect(restore(ada, state, handedOver).events).toEqual([restoration]);
  }
  expect(withdrawAnnouncement(ian, after(restoration)).events).toEqual([withdrawalOf('poster')]);
});

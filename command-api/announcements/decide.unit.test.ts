import { expect, test } from 'vitest';
import type { AnnouncementEvent } from '#events/catalogue/announcement.ts';
import { deleted, inserted, updated } from '#contract/answers.ts';
import type { UserType } from '#contract/users.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { listedCourse, removedCourse, unknownCourse } from '../testing/course-states.ts';
import { refusalOf } from '../testing/refusal.ts';
import { announcementAggregate } from './announcement.ts';
import { postAnnouncement, restoreAnnouncement, withdrawAnnouncement } from './decide.ts';

const now = new Date('2026-03-05T22:00:00Z');
const ian = { id: 'ian', role: 'Instructor' } as const;
const iris = { id: 'iris', role: 'Instructor' } as const;
const ada = { id: 'ada', role: 'Admin' } as const;
const body = { type: 'Exam Announcement', text: 'Bring a pencil.' } as const;
const data = {
  ...({ userId: 'ian', userType: 'Instructor', courseId: null, type: 'Exam Announcement' } as const),
  ...{ date: '2026-03-05', text: 'Bring a pencil.' },
};
const posted: AnnouncementEvent = { type: 'AnnouncementPosted', data };
const withdrawn = (by: 'poster' | 'admin'): AnnouncementEvent => ({
  type: 'AnnouncementWithdrawn',
  data: { userId: 'ian', courseId: null, by },
});
const restored: AnnouncementEvent = { type: 'AnnouncementRestored', data: { userId: 'ian', courseId: null } };
const given = (...events: AnnouncementEvent[]) => foldEvents(announcementAggregate, events);
const post = (more: object = {}, actor: { id: string; role: UserType } = ian, course = null as never) =>
  postAnnouncement({ id: 'a1', actor, body: { ...body, ...more }, now }, { announcement: given(), course });

test('an announcement carries the poster’s role and the day', () => {
  expect(post()).toEqual({ events: [posted], answer: inserted('a1') });
  expect(post({ userType: 'Instructor' }).events).toEqual([posted]);
});

test('nobody posts as what they are not', () => {
  for (const userType of ['Admin', 'Student']) expect(refusalOf(() => post({ userType }))).toBe('forbidden');
  expect(refusalOf(() => post({}, { id: 'sam', role: 'Student' }))).toBe('forbidden');
});

test('the date is today on some clock of the earth', () => {
  for (const date of ['2026-03-04', '2026-03-05', '2026-03-06'])
    expect(post({ date }).events[0]).toMatchObject({ data: { date } });
  for (const date of ['2026-03-03', '2026-03-07', '2025-03-05'])
    expect(refusalOf(() => post({ date }))).toBe('invalid-input');
});

test('one for a course needs the course in the catalogue', () => {
  const courseId = 'counting';
  expect(post({ courseId }, ian, listedCourse as never).events[0]).toMatchObject({ data: { courseId } });
  expect(refusalOf(() => post({ courseId }, ian, removedCourse as never))).toBe('course-withdrawn');
  expect(refusalOf(() => post({ courseId }, ian, unknownCourse as never))).toBe('no-such-course');
});

test('given it was posted, the same act writes nothing', () => {
  const states = { announcement: given(posted), course: null };
  expect(postAnnouncement({ id: 'a1', actor: ian, body, now }, states)).toEqual({
    events: [],
    answer: inserted('a1'),
  });
});

test('its poster or an admin withdraws it, once', () => {
  expect(withdrawAnnouncement(ian, given(posted))).toEqual({
    events: [withdrawn('poster')],
    answer: deleted(1),
  });
  expect(withdrawAnnouncement(ada, given(posted)).events).toEqual([withdrawn('admin')]);
  expect(refusalOf(() => withdrawAnnouncement(iris, given(posted)))).toBe('forbidden');
  expect(withdrawAnnouncement(ian, given(posted, withdrawn('poster')))).toEqual({
    events: [],
    answer: deleted(0),
  });
  expect(withdrawAnnouncement(iris, given())).toEqual({ events: [], answer: deleted(0) });
});

test('who withdrew it may bring it back; an admin any', () => {
  expect(restoreAnnouncement(ian, given(posted, withdrawn('poster')))).toEqual({
    events: [restored],
    answer: updated(1, 1),
  });
  expect(refusalOf(() => restoreAnnouncement(ian, given(posted, withdrawn('admin'))))).toBe('forbidden');
  expect(refusalOf(() => restoreAnnouncement(iris, given(posted, withdrawn('poster'))))).toBe('forbidden');
  expect(restoreAnnouncement(ada, given(posted, withdrawn('admin'))).events).toEqual([restored]);
  expect(restoreAnnouncement(ian, given(posted, withdrawn('poster'), restored))).toEqual({
    events: [],
    answer: updated(1, 0),
  });
  expect(restoreAnnouncement(ian, given())).toEqual({ events: [], answer: updated(0, 0) });
});

import { expect, test } from 'vitest';
import type { Announcement } from '#contract/announcements.ts';
import type { LiveMessage } from '#contract/live.ts';
import { type Announcements, isUnread, mergeIntoAnnouncements, withOlder } from './merge.ts';

const one = (position: number, more: Partial<Announcement> = {}) =>
  ({ _id: `a${position}`, position, own: false, courseId: null, ...more }) as Announcement;
const known: Announcements = { list: [one(9), one(5)], next: '5' };
const told = (kind: string, data: unknown) => ({ position: 1, kind, data }) as LiveMessage;
const ids = ({ list }: Announcements) => list.map(({ _id }) => _id);

test('a new one comes first, one that was brought back to its place, each once', () => {
  const three = mergeIntoAnnouncements(known, told('announcement-added', one(12)));
  expect(ids(mergeIntoAnnouncements(three, told('announcement-added', one(7))))).toEqual([
    ...['a12', 'a9', 'a7', 'a5'],
  ]);
  expect(ids(mergeIntoAnnouncements(three, told('announcement-added', one(12))))).toEqual(ids(three));
  expect(ids(mergeIntoAnnouncements(three, told('announcement-removed', { _id: 'a9' })))).toEqual([
    ...['a12', 'a5'],
  ]);
});

test('older ones come behind, and say whether there are more', () => {
  const all = withOlder(known, { list: [one(5), one(3)], next: null });
  expect([ids(all), all.next]).toEqual([['a9', 'a5', 'a3'], null]);
});

test('one for a course carries the course’s name as it is', () => {
  const list = [one(9, { courseId: 'c1', courseName: 'Old' })];
  const course = { _id: 'c1', course_name: 'New', course_code: 'PHY' };
  const after = mergeIntoAnnouncements({ list, next: null }, told('course-changed', course));
  expect(after.list[0]).toMatchObject({ courseName: 'New', courseCode: 'PHY' });
});

test('unread is what came after what was seen, one’s own aside', () => {
  const seen = { upTo: 5, joined: { c1: 8 } };
  expect([one(5), one(6), one(7, { own: true })].map((a) => isUnread(a, seen))).toEqual([false, true, false]);
});

test('what a course announced before one came to it is unread until one has looked since', () => {
  const joined = { c1: 8 };
  const list = [one(9, { courseId: 'c1' }), one(3, { courseId: 'c1' }), one(3, { courseId: 'c2' }), one(3)];
  const unread = (upTo: number) => list.map((a) => isUnread(a, { upTo, joined }));
  expect(unread(5)).toEqual([true, true, false, false]);
  expect(unread(8)).toEqual([true, false, false, false]);
  expect(unread(9)).toEqual([false, false, false, false]);
});

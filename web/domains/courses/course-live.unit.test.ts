import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { mergeIntoCourse, mergeIntoCourseList } from './course-live.ts';

const id = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

const course = (n: number, change: Partial<Course> = {}): Course => ({
  _id: id(n),
  course_code: 'CSE',
  course_name: `Course ${n}`,
  duration: '1',
  difficulty: '5',
  category: 'Engineering',
  details: '',
  instructor: 'Somebody',
  price: 0,
  imageUrl: '/a.svg',
  instructorId: null,
  videos: null,
  addedAt: day(n),
  updatedAt: day(n),
  ...change,
});
const update = (kind: 'course-added' | 'course-changed' | 'course-restored', data: Course): LiveMessage => ({
  position: 1,
  kind,
  data,
});
const removed = (n: number): LiveMessage => ({ position: 1, kind: 'course-removed', data: { _id: id(n) } });
const ids = (list: readonly Course[]) => list.map((entry) => Number(entry._id[7]));

test('appends a new course and inserts a restored one where it was', () => {
  const list = [course(1), course(3)];
  expect(ids(mergeIntoCourseList(list, update('course-added', course(4)), ''))).toEqual([1, 3, 4]);
  expect(ids(mergeIntoCourseList(list, update('course-restored', course(2)), ''))).toEqual([1, 2, 3]);
});

test('changes nothing when an update is applied again', () => {
  const list = [course(1)];
  const once = mergeIntoCourseList(list, update('course-added', course(2)), '');
  expect(ids(mergeIntoCourseList(once, update('course-added', course(2)), ''))).toEqual([1, 2]);
  expect(mergeIntoCourseList(list, removed(2), '')).toBe(list);
});

test('replaces a changed course in place, unless the update is older', () => {
  const list = [course(1), course(2, { updatedAt: day(9), course_name: 'New name' }), course(3)];
  const changed = mergeIntoCourseList(
    list,
    update('course-changed', course(1, { price: 5, updatedAt: day(8) })),
    '',
  );
  expect(changed.map(({ price }) => price)).toEqual([5, 0, 0]);
  expect(mergeIntoCourseList(list, update('course-changed', course(2, { updatedAt: day(8) })), '')).toBe(
    list,
  );
});

test('removes a course', () => {
  expect(ids(mergeIntoCourseList([course(1), course(2)], removed(1), ''))).toEqual([2]);
});

test('inserts a course into a search only if it matches, before similar names', () => {
  const list = [course(1, { course_name: 'Algebra' }), course(2, { course_name: 'Algerbra' })];
  const match = course(3, { course_name: 'More ALGEBRA' });
  expect(ids(mergeIntoCourseList(list, update('course-added', match), 'algebra'))).toEqual([1, 3, 2]);
  expect(mergeIntoCourseList(list, update('course-added', course(4)), 'algebra')).toBe(list);
});

test('ignores updates of other kinds and of other courses', () => {
  const cached = course(1);
  const ownRole: LiveMessage = { position: 1, kind: 'own-role-changed', data: { userType: 'Admin' } };
  expect(mergeIntoCourseList([cached], ownRole, '')).toEqual([cached]);
  expect(mergeIntoCourse(cached, ownRole)).toBe(cached);
  expect(mergeIntoCourse(cached, update('course-changed', course(2)))).toBe(cached);
});

test('keeps a single course after its removal', () => {
  const cached = course(1);
  expect(mergeIntoCourse(cached, removed(1))).toBe(cached);
  const later = course(1, { updatedAt: day(5), price: 7 });
  expect(mergeIntoCourse(cached, update('course-changed', later))).toBe(later);
});

import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';
import { mergeIntoList, mergeIntoOne } from './merge.ts';

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
const told = (kind: 'course-added' | 'course-changed' | 'course-restored', data: Course): LiveMessage => ({
  position: 1,
  kind,
  data,
});
const removed = (n: number): LiveMessage => ({ position: 1, kind: 'course-removed', data: { _id: id(n) } });
const ids = (list: readonly Course[]) => list.map((entry) => Number(entry._id[7]));

test('a new course comes last, a restored one where it was', () => {
  const list = [course(1), course(3)];
  expect(ids(mergeIntoList(list, told('course-added', course(4)), ''))).toEqual([1, 3, 4]);
  expect(ids(mergeIntoList(list, told('course-restored', course(2)), ''))).toEqual([1, 2, 3]);
});

test('the same message again changes nothing', () => {
  const list = [course(1)];
  const once = mergeIntoList(list, told('course-added', course(2)), '');
  expect(ids(mergeIntoList(once, told('course-added', course(2)), ''))).toEqual([1, 2]);
  expect(mergeIntoList(list, removed(2), '')).toBe(list);
});

test('a change replaces the course in its place; an older one does not', () => {
  const list = [course(1), course(2, { updatedAt: day(9), course_name: 'New name' }), course(3)];
  const changed = mergeIntoList(list, told('course-changed', course(1, { price: 5, updatedAt: day(8) })), '');
  expect(changed.map(({ price }) => price)).toEqual([5, 0, 0]);
  expect(mergeIntoList(list, told('course-changed', course(2, { updatedAt: day(8) })), '')).toBe(list);
});

test('a removed course leaves', () => {
  expect(ids(mergeIntoList([course(1), course(2)], removed(1), ''))).toEqual([2]);
});

test('a search takes in only what matches, before its near misses', () => {
  const list = [course(1, { course_name: 'Algebra' }), course(2, { course_name: 'Algerbra' })];
  const match = course(3, { course_name: 'More ALGEBRA' });
  expect(ids(mergeIntoList(list, told('course-added', match), 'algebra'))).toEqual([1, 3, 2]);
  expect(mergeIntoList(list, told('course-added', course(4)), 'algebra')).toBe(list);
});

test('messages of other kinds, and about other courses, do not concern a course', () => {
  const known = course(1);
  const ownRole: LiveMessage = { position: 1, kind: 'own-role-changed', data: { userType: 'Admin' } };
  expect(mergeIntoList([known], ownRole, '')).toEqual([known]);
  expect(mergeIntoOne(known, ownRole)).toBe(known);
  expect(mergeIntoOne(known, told('course-changed', course(2)))).toBe(known);
});

test('a course that was removed while it is read stays readable', () => {
  const known = course(1);
  expect(mergeIntoOne(known, removed(1))).toBe(known);
  const later = course(1, { updatedAt: day(5), price: 7 });
  expect(mergeIntoOne(known, told('course-changed', later))).toBe(later);
});

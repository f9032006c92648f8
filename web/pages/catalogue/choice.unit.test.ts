import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import { choiceFrom, chosen } from './choice.ts';

const course = (id: string, change: Partial<Course>) =>
  ({
    _id: id,
    course_name: id,
    category: 'General',
    difficulty: '1',
    price: 1,
    addedAt: '2026-01-01T00:00:00Z',
    ...change,
  }) as Course;

test('what the address says is read, what it makes no sense of is ignored', () => {
  expect(choiceFrom(new URLSearchParams('category=Medical&sort=price'))).toEqual({
    category: 'Medical',
    order: 'price',
  });
  expect(choiceFrom(new URLSearchParams('category=Cooking&sort=toString'))).toEqual({
    category: null,
    order: 'match',
  });
});

test('a category keeps its courses, an order puts them', () => {
  const courses = [
    course('b', { price: 3, difficulty: '9', addedAt: '2026-02-01T00:00:00Z' }),
    course('c', { price: 1, category: 'Medical' }),
    course('a', { price: 2, difficulty: '10' }),
  ];
  const ids = (category: Course['category'] | null, order: Parameters<typeof chosen>[1]['order']) =>
    chosen(courses, { category, order }).map(({ _id }) => _id);
  expect(ids('Medical', 'match')).toEqual(['c']);
  expect(ids(null, 'match')).toEqual(['b', 'c', 'a']);
  expect(ids(null, 'name')).toEqual(['a', 'b', 'c']);
  expect(ids(null, 'difficulty')).toEqual(['a', 'b', 'c']);
  expect(ids(null, 'newest')).toEqual(['b', 'c', 'a']);
  expect(ids(null, 'price')).toEqual(['c', 'a', 'b']);
});

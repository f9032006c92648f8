import { expect, test } from 'vitest';
import type { Course } from '#contract/schemas/courses.ts';
import { filterCourses, readCatalogueFilter } from './catalogue-filter.ts';

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

test('reads the filter from the address and ignores invalid values', () => {
  expect(readCatalogueFilter(new URLSearchParams('category=Medical&sort=price'))).toEqual({
    category: 'Medical',
    order: 'price',
  });
  expect(readCatalogueFilter(new URLSearchParams('category=Cooking&sort=toString'))).toEqual({
    category: null,
    order: 'match',
  });
});

test('filters by category and sorts', () => {
  const courses = [
    course('b', { price: 3, difficulty: '9', addedAt: '2026-02-01T00:00:00Z' }),
    course('c', { price: 1, category: 'Medical' }),
    course('a', { price: 2, difficulty: '10' }),
  ];
  const ids = (category: Course['category'] | null, order: Parameters<typeof filterCourses>[1]['order']) =>
    filterCourses(courses, { category, order }).map(({ _id }) => _id);
  expect(ids('Medical', 'match')).toEqual(['c']);
  expect(ids(null, 'match')).toEqual(['b', 'c', 'a']);
  expect(ids(null, 'name')).toEqual(['a', 'b', 'c']);
  expect(ids(null, 'difficulty')).toEqual(['a', 'b', 'c']);
  expect(ids(null, 'newest')).toEqual(['b', 'c', 'a']);
  expect(ids(null, 'price')).toEqual(['c', 'a', 'b']);
});

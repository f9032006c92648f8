import { type Course, courseCategories } from '#contract/schemas/courses.ts';
import { sortByDifficulty } from '../../domains/courses/difficulty.ts';

export const sortOrders = {
  match: 'Recommended',
  name: 'Name',
  difficulty: 'Most difficult first',
  newest: 'Newest first',
  price: 'Lowest price first',
} as const;
export type SortOrder = keyof typeof sortOrders;

export type CatalogueFilter = { category: Course['category'] | null; order: SortOrder };

/** Reads the filter from the query string. Invalid values are ignored. */
export const readCatalogueFilter = (query: URLSearchParams): CatalogueFilter => {
  const order = query.get('sort') ?? '';
  return {
    category: courseCategories.find((category) => category === query.get('category')) ?? null,
    order: Object.hasOwn(sortOrders, order) ? (order as SortOrder) : 'match',
  };
};

const sorters: Record<SortOrder, (courses: readonly Course[]) => readonly Course[]> = {
  match: (courses) => courses,
  name: (courses) => courses.toSorted((a, b) => a.course_name.localeCompare(b.course_name, 'en')),
  difficulty: sortByDifficulty,
  newest: (courses) => courses.toSorted((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt)),
  price: (courses) => courses.toSorted((a, b) => a.price - b.price),
};

export const filterCourses = (
  courses: readonly Course[],
  { category, order }: CatalogueFilter,
): readonly Course[] =>
  sorters[order](category === null ? courses : courses.filter((course) => course.category === category));

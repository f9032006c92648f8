import { type Course, courseCategories } from '#contract/courses.ts';
import { byDifficulty } from '../../domains/courses/difficulty.ts';

export const orders = {
  match: 'Best match',
  name: 'By name',
  difficulty: 'Most difficult first',
  newest: 'Newest first',
  price: 'Lowest price first',
} as const;
export type Order = keyof typeof orders;

/** What the person chose besides the text. */
export type Choice = { category: Course['category'] | null; order: Order };

/** Reads a choice from the address; what is not understood is as if it were not there. */
export const choiceFrom = (query: URLSearchParams): Choice => {
  const order = query.get('sort') ?? '';
  return {
    category: courseCategories.find((category) => category === query.get('category')) ?? null,
    order: Object.hasOwn(orders, order) ? (order as Order) : 'match',
  };
};

const ordered: Record<Order, (courses: readonly Course[]) => readonly Course[]> = {
  match: (courses) => courses,
  name: (courses) => courses.toSorted((a, b) => a.course_name.localeCompare(b.course_name, 'en')),
  difficulty: byDifficulty,
  newest: (courses) => courses.toSorted((a, b) => Date.parse(b.addedAt) - Date.parse(a.addedAt)),
  price: (courses) => courses.toSorted((a, b) => a.price - b.price),
};

/** The courses that the choice leaves, in its order. */
export const chosen = (courses: readonly Course[], { category, order }: Choice): readonly Course[] =>
  ordered[order](category === null ? courses : courses.filter((course) => course.category === category));

import { foldText, minLengthForNearMisses } from '#contract/fold-text.ts';
import type { CatalogueCourse, CatalogueSort } from '#contract/schemas/courses.ts';
import { compareDifficulties } from './difficulty.ts';
import { isTaughtBy } from './is-taught-by.ts';

/** A selection of the courses in the catalogue, and their order. */
export type CatalogueListing = {
  search: string;
  category: CatalogueCourse['category'] | null;
  sort: CatalogueSort;
  /** Only courses that this user teaches. */
  teacher?: { _id: string; name: string };
};

/** Returns whether the name contains the search text. An empty search matches every course. */
const hasMatchingName = ({ course_name }: Pick<CatalogueCourse, 'course_name'>, search: string) =>
  foldText(course_name).includes(foldText(search));

/** Returns whether a course has the category and the teacher of a listing. */
const passesFilter = (course: CatalogueCourse, { category, teacher }: CatalogueListing): boolean =>
  (category === null || course.category === category) &&
  (teacher === undefined || isTaughtBy(course, teacher));

/** Returns whether the server lists a course; null if only the server knows whether its name is similar to the search. */
export const isListed = (course: CatalogueCourse, listing: CatalogueListing): boolean | null => {
  if (!passesFilter(course, listing)) return false;
  if (hasMatchingName(course, listing.search)) return true;
  return foldText(listing.search).length < minLengthForNearMisses ? false : null;
};

type Compare = (a: CatalogueCourse, b: CatalogueCourse) => number;

/** The server sorts by this many code points at the start of a name. */
const sortedNameLength = 60;

/** Returns the key by which the server sorts a name: folded and truncated. */
const createNameKey = ({ course_name }: CatalogueCourse) => {
  // Array.from splits by code points, as PostgreSQL counts them.
  return Array.from(foldText(course_name)).slice(0, sortedNameLength).join('');
};
const compareTexts = (a: string, b: string) => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
const byAddition: Compare = (a, b) => a.addedPosition - b.addedPosition;

/**
 * Returns the server's order of a listing. Courses whose names are only similar to the search compare as equal in the order
 * `match`, because only the server can sort them.
 */
export const createCatalogueOrder = ({ search, sort }: CatalogueListing): Compare => {
  const getRank = (course: CatalogueCourse) => (hasMatchingName(course, search) ? 0 : 1);
  const similarLast: Compare = (a, b) => getRank(a) - getRank(b);
  const orders: Record<CatalogueSort, Compare> = {
    match: (a, b) => similarLast(a, b) || (hasMatchingName(a, search) ? byAddition(a, b) : 0),
    name: (a, b) => compareTexts(createNameKey(a), createNameKey(b)) || byAddition(a, b),
    difficulty: (a, b) => compareDifficulties(b.difficulty, a.difficulty) || byAddition(a, b),
    newest: (a, b) => byAddition(b, a),
    price: (a, b) => a.price - b.price || byAddition(a, b),
  };
  return orders[sort];
};

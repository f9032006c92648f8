import type { LiveMessage } from '#contract/live-messages.ts';
import type { CatalogueCourse, Course, LiveCourse } from '#contract/schemas/courses.ts';
import { joinById, type LivePage } from '../../client/live/live-pages.ts';
import { type CatalogueListing, createCatalogueOrder, isListed } from './catalogue-order.ts';

/** A page of the catalogue. */
export type CataloguePage = LivePage & {
  courses: readonly CatalogueCourse[];
  /**
   * The last course as the server returned it; null if the page was empty. The cursor `next` contains the sort keys of this course, so
   * the page ends at the place that the course had then, even if it has changed or moved since.
   */
  end: CatalogueCourse | null;
  /** The number of courses in the listing, as of the log position `position`. Kept up to date only in the first page. */
  total: number;
  position: number;
  /** True if a live update may have changed the total, and only the server knows whether it did. */
  isTotalOutdated: boolean;
  /** Names that are similar to a word of the search text, if the search found nothing. */
  suggestions: readonly string[];
  /** The cursor of the next page; null for the last page. */
  next: string | null;
};
/** `pageParams` are the cursors of the pages; null for the first page. */
export type CataloguePages = { pages: CataloguePage[]; pageParams: (string | null)[] };

type CourseUpdate = Extract<LiveMessage, { kind: `course-${string}` }>;

export const isCourseUpdate = (update: LiveMessage): update is CourseUpdate =>
  update.kind.startsWith('course-');

/** Returns the part of a course that lists show. */
const toListed = ({ details: _, videos: __, ...listed }: LiveCourse): CatalogueCourse => listed;

/** Returns whether a course is older than the cached one and must therefore not replace it. The times in the log never decrease. */
export const isOlder = (course: Pick<Course, 'updatedAt'>, cached: Pick<Course, 'updatedAt'>): boolean =>
  Date.parse(course.updatedAt) < Date.parse(cached.updatedAt);

const withCourses = (page: CataloguePage, courses: readonly CatalogueCourse[]): CataloguePage => ({
  ...page,
  courses,
});

const removeFrom = (page: CataloguePage, id: string): CataloguePage =>
  page.courses.some(({ _id }) => _id === id)
    ? withCourses(
        page,
        page.courses.filter(({ _id }) => _id !== id),
      )
    : page;

/**
 * Puts a new or changed course where the server would list it, or removes it if that place is not within this page.
 * @param start the end of the previous page; null for the first page.
 */
const putInto = (
  page: CataloguePage,
  course: CatalogueCourse,
  listing: CatalogueListing,
  start: CatalogueCourse | null,
): CataloguePage => {
  const cached = page.courses.find(({ _id }) => _id === course._id);
  if (cached !== undefined && isOlder(course, cached)) return page;
  const compare = createCatalogueOrder(listing);
  const isCourseListed = isListed(course, listing);
  if (cached === undefined && isCourseListed !== true) return page;
  if (isCourseListed === false) return removeFrom(page, course._id);
  // The course stays where it is if only the server knows whether it is still listed, or if its place in the order has not changed.
  if (
    cached !== undefined &&
    (isCourseListed === null || (isListed(cached, listing) === true && compare(cached, course) === 0))
  )
    return withCourses(
      page,
      page.courses.map((other) => (other === cached ? course : other)),
    );
  const others = page.courses.filter((other) => other !== cached);
  const belongsHere =
    (start === null || compare(start, course) < 0) &&
    (page.next === null || (page.end !== null && compare(course, page.end) <= 0));
  if (!belongsHere) return cached === undefined ? page : withCourses(page, others);
  const index = others.findIndex((other) => compare(course, other) < 0);
  return withCourses(page, others.toSpliced(index === -1 ? others.length : index, 0, course));
};

const mergeIntoPage = (
  page: CataloguePage,
  update: CourseUpdate,
  listing: CatalogueListing,
  start: CatalogueCourse | null,
): CataloguePage => {
  if (update.position <= page.readAtPosition) return page;
  const merged =
    update.kind === 'course-removed'
      ? removeFrom(page, update.data._id)
      : putInto(page, toListed(update.data), listing, start);
  return { ...merged, readAtPosition: update.position };
};

/**
 * Returns by how much an update changes the number of courses in a listing; null if only the server knows.
 * @param wasShown whether the loaded pages are known to have contained the course before the update.
 */
const computeTotalChange = (
  update: CourseUpdate,
  listing: CatalogueListing,
  wasShown: boolean,
): number | null => {
  const { search, category, teacher } = listing;
  const isWholeCatalogue = search === '' && category === null && teacher === undefined;
  switch (update.kind) {
    case 'course-added':
    case 'course-restored': {
      const isAdded = isListed(toListed(update.data), listing);
      if (isAdded === null) return null;
      return isAdded ? 1 : 0;
    }
    case 'course-removed':
      return isWholeCatalogue || wasShown ? -1 : null;
    default: {
      if (isWholeCatalogue) return 0;
      const isStillListed = isListed(toListed(update.data), listing);
      // An edited course that is not shown may have been listed before, on a page that is not loaded.
      if (!wasShown || isStillListed === null) return null;
      return isStillListed ? 0 : -1;
    }
  }
};

const containsCourse = (pages: readonly CataloguePage[], id: string) =>
  pages.some(({ courses }) => courses.some(({ _id }) => _id === id));

/**
 * Applies one live update to those loaded pages of a listing that do not contain the update yet. Returns the same object if the update
 * is not about a course, or if all pages contain it. A course is inserted only if its place in the order is within the loaded pages.
 */
export const mergeIntoCatalogue = <P extends CataloguePages>(
  cached: P,
  update: LiveMessage,
  listing: CatalogueListing,
): P => {
  if (!isCourseUpdate(update)) return cached;
  const { pages } = cached;
  const merged = pages.map((page, index) =>
    mergeIntoPage(page, update, listing, pages[index - 1]?.end ?? null),
  );
  const [first] = merged;
  if (first !== undefined && update.position > first.position) {
    // A page that already contains the update does not show whether the course was listed before.
    const wasShown =
      pages.every(({ readAtPosition }) => readAtPosition < update.position) &&
      containsCourse(pages, update.data._id);
    const change = computeTotalChange(update, listing, wasShown);
    merged[0] = {
      ...first,
      total: first.total + (change ?? 0),
      position: update.position,
      isTotalOutdated: first.isTotalOutdated || change === null,
    };
  }
  return merged.every((page, index) => page === pages[index]) ? cached : { ...cached, pages: merged };
};

/** Removes a course from the loaded pages. It leaves `total` to the live update about the removal. */
export const removeFromCatalogue = <P extends CataloguePages>(cached: P, id: string): P => {
  const pages = cached.pages.map((page) => removeFrom(page, id));
  return pages.every((page, index) => page === cached.pages[index]) ? cached : { ...cached, pages };
};

/** Returns the loaded courses in their order, and the total number of courses in the listing. */
export const summarizePages = ({ pages }: Pick<CataloguePages, 'pages'>) => {
  const courses = joinById(pages.map((page) => page.courses));
  const isComplete = pages.at(-1)?.next === null;
  return {
    courses,
    // If all courses are loaded, their number is certain.
    total: isComplete ? courses.length : (pages[0]?.total ?? 0),
    suggestions: pages[0]?.suggestions ?? [],
  };
};

import { z } from 'zod/mini';
import { opaqueCursor, pageLimit } from '../fields/paging.ts';
import {
  imageAddress,
  oneLineText,
  requiredText,
  searchText,
  shownLine,
  tolerantNumber,
} from '../fields/text.ts';
import { videoList, videosPerCourse } from './videos.ts';

/** The ten departments. A course's code is the code of its department. */
export const courseCodes = ['CSE', 'EEE', 'BBA', 'ECE', 'PHA', 'MTH', 'PHY', 'HIS', 'ENG', 'PSY'] as const;
export const courseCategories = ['Engineering', 'Medical', 'Business', 'General'] as const;

export type CourseCode = (typeof courseCodes)[number];

/** Creates the schema of a choice. An empty string comes from a form in which nothing was chosen. */
const chosenOneOf = <const Value extends string>(values: readonly Value[], label: string) =>
  z.enum(values, {
    error: ({ input }) =>
      input === '' ? `Choose a ${label.toLowerCase()}.` : `${label} must be one of ${values.join(', ')}.`,
  });

export const courseCode = chosenOneOf(courseCodes, 'Course code');
export const courseCategory = chosenOneOf(courseCategories, 'Category');

/**
 * Body of POST and PUT /courses: the nine fields of the specified API, and two that we added. Unknown fields are
 * dropped. A PUT without `instructorId` or `videos` leaves them unchanged; null removes them.
 */
export const courseFields = z.object({
  course_code: courseCode,
  course_name: oneLineText('Course name', 200),
  duration: oneLineText('Duration', 100),
  difficulty: oneLineText('Difficulty', 100),
  category: courseCategory,
  details: requiredText('Details', 20_000),
  instructor: oneLineText('Instructor', 200),
  price: tolerantNumber('Price', { min: 0, max: 1_000_000 }),
  imageUrl: imageAddress('Image URL'),
  instructorId: z.optional(
    z.nullable(z.uuid({ error: 'Choose an Instructor of this school.' }).check(z.toLowerCase())),
  ),
  videos: z.optional(z.nullable(videoList)),
});
export type CourseFields = z.infer<typeof courseFields>;

const versionNumber = (label: string) =>
  z.pipe(
    tolerantNumber(label, { min: 1, max: 1_000_000 }),
    z.int({ error: `${label} must be a whole number.` }),
  );

/**
 * The `version` of the course that the user has seen. An edit is refused if it would overwrite a field that was changed after this
 * version.
 */
const expectedVersion = z.optional(versionNumber('Expected version'));

/** Body of PUT /courses/{id}. */
export const courseEdit = z.extend(courseFields, { expectedVersion });
export type CourseEdit = z.infer<typeof courseEdit>;

/** A course as GET /courses, GET /courses/{id} and live updates show it. */
export const course = z.object({
  _id: z.uuid(),
  course_code: courseCode,
  course_name: shownLine(),
  duration: shownLine(),
  difficulty: shownLine(),
  category: courseCategory,
  details: z.string(),
  instructor: shownLine(),
  price: z.number(),
  imageUrl: z.string(),
  /** The user id of the teacher. */
  instructorId: z.nullable(z.uuid()),
  /** The course's own videos; null: the lesson clips of its course code. */
  videos: z.nullable(z.array(z.string()).check(z.length(videosPerCourse))),
  addedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The number of its last event. Only in GET /courses/{id} and in live updates. */
  version: z.optional(z.int()),
});
export type Course = z.infer<typeof course>;

/** A course as its card shows it, without its details and videos. */
const listedCourse = z.omit(course, { details: true, videos: true, version: true });
export type ListedCourse = z.infer<typeof listedCourse>;

const placeInCatalogue = {
  /**
   * The log position at which the course was added. It breaks ties in every order of the catalogue. 0 if a server from an earlier
   * release sent the course.
   */
  addedPosition: z._default(z.int().check(z.nonnegative()), 0),
};

/** A course as live updates show it. */
export const liveCourse = z.extend(course, placeInCatalogue);
export type LiveCourse = z.infer<typeof liveCourse>;

/** A course as GET /catalogue shows it. */
const catalogueCourse = z.extend(listedCourse, placeInCatalogue);
export type CatalogueCourse = z.infer<typeof catalogueCourse>;

const momentSentence = 'The moment must be a log position or a time such as 2026-11-21T08:00:00Z.';

/** Query of GET /courses/{id}: the moment as a log position or a time. Events at that moment are included. */
export const courseMomentQuery = z.object({
  asOf: z.optional(
    z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.iso.datetime({ offset: true })], {
      error: momentSentence,
    }),
  ),
});

/** The version of a course that was current at a moment. */
const courseMoment = z.object({
  /** The position and time at which this version began. */
  position: z.int(),
  at: z.iso.datetime(),
  /** When the next version began; null: this is the current version. */
  until: z.nullable(z.iso.datetime()),
  /** The number of this version, counted from 1, and the number of versions up to now. */
  version: z.int(),
  versions: z.int(),
  /** The event that created this version, as text: 'Ada Lovelace edited course CSE Algorithms'. */
  happened: shownLine(),
  /** Whether the course was outside the catalogue at that moment, because it had been removed. Its last fields are shown then. */
  removed: z.boolean(),
  /** Positions of the previous and the next version. */
  previous: z.nullable(z.int()),
  next: z.nullable(z.int()),
  /** The time of the last event up to the requested moment. The numbers below are as of this time. */
  countedAt: z.iso.datetime(),
  /** Enrolled students, without users who have been removed since. */
  enrolled: z.int(),
  /** The number of reviews, and their mean rating (null without reviews). */
  reviews: z.int(),
  rating: z.nullable(z.number()),
});
export type CourseMoment = z.infer<typeof courseMoment>;

/** A course as of a moment in the past. */
export const pastCourse = z.extend(course, { asOf: courseMoment });
export type PastCourse = z.infer<typeof pastCourse>;
/** Answer to GET /courses/{id}; `asOf` only if it was requested. */
export const courseAnswer = z.extend(course, { asOf: z.optional(courseMoment) });
export const courseList = z.array(course);

/** Five videos, or null for the lesson clips of the course code. */
export const courseVideos = z.object({ videos: z.nullable(videoList) });

/** Body of PUT /courses/{id}/videos. */
export const courseVideosEdit = z.extend(courseVideos, { expectedVersion });
export type CourseVideosEdit = z.infer<typeof courseVideosEdit>;

/** The maximum number of courses in a page. */
export const maxCoursesPerPage = 500;

/** Query of GET /courses. With `limit` or `cursor` the answer is one page, with the header `Next-Cursor` if there is more. */
export const courseQuery = z.object({
  searchParams: searchText(),
  limit: z.optional(pageLimit(maxCoursesPerPage)),
  cursor: z.optional(opaqueCursor),
});

/** Sort orders of GET /catalogue; ties are sorted in the order in which the courses were added. */
export const catalogueSorts = ['match', 'name', 'difficulty', 'newest', 'price'] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

/** The maximum number of courses in a page of the catalogue, and the number if there is no `limit`. */
const maxListedCourses = 100;
const defaultListedCourses = 48;

/** Query of GET /catalogue. */
export const catalogueQuery = z.object({
  search: searchText(),
  category: z.optional(courseCategory),
  sort: z._default(
    z.enum(catalogueSorts, { error: `The order must be one of ${catalogueSorts.join(', ')}.` }),
    'match',
  ),
  /** Only courses that this user teaches. */
  instructorId: z.optional(z.uuid({ error: 'The instructor id must be a UUID.' }).check(z.toLowerCase())),
  /** Together with `instructorId`: also courses without a teacher that show the name of that user. */
  alsoByName: z.optional(z.literal('true', { error: 'alsoByName must be true, or left out.' })),
  /**
   * Courses without a teacher that show this name, in addition to those of `instructorId`. Our client sends `alsoByName` instead,
   * because an address must not contain a name.
   */
  instructorName: z.optional(
    z
      .string({ error: 'The name must be given once.' })
      .check(z.maxLength(200, { error: 'The name may have at most 200 characters.' })),
  ),
  limit: z._default(pageLimit(maxListedCourses), defaultListedCourses),
  cursor: z.optional(opaqueCursor),
});

/** The maximum number of suggested names. */
export const maxSuggestedNames = 3;

/** Answer to GET /catalogue: one page, with the header `Next-Cursor` if there is more. */
export const cataloguePage = z.object({
  /** The number of courses in all pages, as of `position`. */
  total: z.int().check(z.nonnegative()),
  /** The log position that `total` reflects. */
  position: z.int().check(z.nonnegative()),
  courses: z.array(catalogueCourse),
  /** If the search finds nothing: names that are similar to one of its words, the most similar first. */
  suggestions: z.array(shownLine()),
});

/** Body of POST /courses/{id}/reversion: the version to revert to, and the expected current version. */
export const courseReversion = z.object({
  version: versionNumber('Version'),
  expectedVersion: versionNumber('Expected version'),
});
export type CourseReversion = z.infer<typeof courseReversion>;

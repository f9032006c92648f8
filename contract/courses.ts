import { z } from 'zod';
import { opaqueCursor, pageLimit } from './paging.ts';
import { imageAddress, requiredText, tolerantNumber } from './text.ts';
import { videoList } from './videos.ts';

/** The ten departments; a course's code is the code of its department. */
export const courseCodes = ['CSE', 'EEE', 'BBA', 'ECE', 'PHA', 'MTH', 'PHY', 'HIS', 'ENG', 'PSY'] as const;
export const courseCategories = ['Engineering', 'Medical', 'Business', 'General'] as const;

export type CourseCode = (typeof courseCodes)[number];

export const courseCode = z.enum(courseCodes, {
  error: `Course code must be one of ${courseCodes.join(', ')}.`,
});
export const courseCategory = z.enum(courseCategories, {
  error: `Category must be one of ${courseCategories.join(', ')}.`,
});

/**
 * The nine fields of a course as POST and PUT /courses take them, and what our own client sends beside them; unknown fields
 * are dropped. Without `instructorId` or `videos` a PUT leaves them as they are, with null it takes them away.
 */
export const courseFields = z.object({
  course_code: courseCode,
  course_name: requiredText('Course name', 200),
  duration: requiredText('Duration', 100),
  difficulty: requiredText('Difficulty', 100),
  category: courseCategory,
  details: requiredText('Details', 20_000),
  instructor: requiredText('Instructor', 200),
  price: tolerantNumber('Price', { min: 0, max: 1_000_000 }),
  imageUrl: imageAddress('Image URL'),
  instructorId: z
    .uuid({ error: 'The instructor must be one of the school.' })
    .toLowerCase()
    .nullable()
    .optional(),
  videos: videoList.nullable().optional(),
});
export type CourseFields = z.infer<typeof courseFields>;

/** A course as GET /courses, GET /courses/{id} and the live messages show it. */
export const course = z.object({
  _id: z.uuid(),
  course_code: courseCode,
  course_name: z.string(),
  duration: z.string(),
  difficulty: z.string(),
  category: courseCategory,
  details: z.string(),
  instructor: z.string(),
  price: z.number(),
  imageUrl: z.string(),
  /** The user who is the course's instructor: they may change its videos and mark its written quizzes. */
  instructorId: z.uuid().nullable(),
  /** The course's own five videos; null: the clips of its code. */
  videos: z.array(z.string()).length(5).nullable(),
  addedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Course = z.infer<typeof course>;

const momentSentence = 'The moment must be a position of the log or a time such as 2026-11-21T08:00:00Z.';

/** Query of GET /courses/{id}: as of which moment, by a position of the log or by a time; both inclusive. */
export const courseMomentQuery = z.object({
  asOf: z
    .union([z.string().regex(/^\d{1,15}$/), z.iso.datetime({ offset: true })], { error: momentSentence })
    .optional(),
});

/** Which version of a course is shown as of a moment. */
export const courseMoment = z.object({
  /** Where in the log this version begins, and when it did. */
  position: z.number().int(),
  at: z.iso.datetime(),
  /** When the next one began; null: this one stands. */
  until: z.iso.datetime().nullable(),
  /** From 1, and how many there are by now. */
  version: z.number().int(),
  versions: z.number().int(),
  /** What made it, in words: 'Ada Lovelace edited course CSE Algorithms'. */
  happened: z.string(),
  /** It was out of the catalogue: what is shown is what it said last. */
  removed: z.boolean(),
  /** Positions of the versions beside it. */
  previous: z.number().int().nullable(),
  next: z.number().int().nullable(),
  /** When the last thing had happened at the moment that was asked for: the numbers are as of then. */
  countedAt: z.iso.datetime(),
  /** How many were enrolled, but for those who have been removed from the school since. */
  enrolled: z.number().int(),
  /** Reviews that stood, and their mean; null: there were none. */
  reviews: z.number().int(),
  rating: z.number().nullable(),
});
export type CourseMoment = z.infer<typeof courseMoment>;

/** A course as it was. */
export const pastCourse = course.extend({ asOf: courseMoment });
export type PastCourse = z.infer<typeof pastCourse>;
/** What GET /courses/{id} answers; `asOf` where it was asked for. */
export const courseAnswer = course.extend({ asOf: courseMoment.optional() });
export const courseList = z.array(course);

/** Body of PUT /courses/{id}/videos: the course's own five, or null for the clips of its code. */
export const courseVideos = z.object({ videos: videoList.nullable() });

/**
 * Query of GET /courses. Without `limit` the answer is the whole list; with it a page, and the header
 * `Next-Cursor` when there is more.
 */
export const courseQuery = z.object({
  searchParams: z
    .string({ error: 'The search text must be given once.' })
    .max(200, { error: 'The search text may have at most 200 characters.' })
    .default(''),
  limit: pageLimit(500).optional(),
  cursor: opaqueCursor.optional(),
});

const versionNumber = (label: string) =>
  tolerantNumber(label, { min: 1, max: 1_000_000 }).pipe(
    z.int({ error: `${label} must be a whole number.` }),
  );

/** Body of POST /courses/{id}/reversion: the version that it goes back to, and the one that it stands at. */
export const courseReversion = z.object({
  version: versionNumber('Version'),
  expectedVersion: versionNumber('Expected version'),
});
export type CourseReversion = z.infer<typeof courseReversion>;

import type { Selectable } from 'kysely';
import type { CatalogueCourse, Course, ListedCourse, LiveCourse } from '#contract/schemas/courses.ts';
import type { CoursesTable } from '#platform/read-tables/courses.ts';

/** The columns that {@link presentCatalogueCourse} needs, in addition to `added`. */
export const catalogueCourseColumns = [
  'id',
  'code',
  'name',
  'duration',
  'difficulty',
  'category',
  'instructor',
  'price',
  'image_url',
  'instructor_id',
  'added_at',
  'updated_at',
] as const satisfies readonly (keyof CoursesTable)[];
type ListedCourseRow = Pick<Selectable<CoursesTable>, (typeof catalogueCourseColumns)[number]>;
/** `added` is the log position at which the course was added. */
type WithAddedPosition = { added: number };
export type CatalogueCourseRow = ListedCourseRow & WithAddedPosition;

/** The columns that {@link presentCourse} needs. */
export const courseColumns = [
  ...catalogueCourseColumns,
  'details',
  'videos',
] as const satisfies readonly (keyof CoursesTable)[];
export type CourseRow = Pick<Selectable<CoursesTable>, (typeof courseColumns)[number]>;
/** `version` is null if the database does not contain the last event of the course. */
export type VersionedCourseRow = CourseRow & { version: number | null };
export type LiveCourseRow = VersionedCourseRow & WithAddedPosition;

const presentListedCourse = (row: ListedCourseRow): ListedCourse => ({
  _id: row.id,
  course_code: row.code,
  course_name: row.name,
  duration: row.duration,
  difficulty: row.difficulty,
  category: row.category,
  instructor: row.instructor,
  price: row.price,
  imageUrl: row.image_url,
  instructorId: row.instructor_id,
  addedAt: row.added_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Converts a row to JSON for GET /catalogue. */
export const presentCatalogueCourse = (row: CatalogueCourseRow): CatalogueCourse => ({
  ...presentListedCourse(row),
  addedPosition: row.added,
});

/** Converts a row to JSON for lists. */
export const presentCourse = (row: CourseRow): Course => ({
  ...presentListedCourse(row),
  details: row.details,
  videos: row.videos,
});

/** Converts a row to JSON for GET /courses/{id}. */
export const presentVersionedCourse = (row: VersionedCourseRow): Course => ({
  ...presentCourse(row),
  ...(row.version === null ? {} : { version: row.version }),
});

/** Converts a row to JSON for live updates. */
export const presentLiveCourse = (row: LiveCourseRow): LiveCourse => ({
  ...presentVersionedCourse(row),
  addedPosition: row.added,
});

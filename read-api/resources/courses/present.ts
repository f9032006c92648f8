import type { Selectable } from 'kysely';
import type { CatalogueCourse, Course, LiveCourse } from '#contract/schemas/courses.ts';
import type { CoursesTable } from '#platform/read-tables/courses.ts';

/** The columns that {@link presentCourse} needs. */
export const courseColumns = [
  'id',
  'code',
  'name',
  'duration',
  'difficulty',
  'category',
  'details',
  'instructor',
  'price',
  'image_url',
  'instructor_id',
  'videos',
  'added_at',
  'updated_at',
] as const satisfies readonly (keyof CoursesTable)[];
export type CourseRow = Pick<Selectable<CoursesTable>, (typeof courseColumns)[number]>;

/** `added`: the log position at which the course was added. */
export type LiveCourseRow = CourseRow & { added: number };

/** The columns that {@link presentCatalogueCourse} needs. */
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
/** `added`: the log position at which the course was added. */
export type CatalogueCourseRow = Pick<Selectable<CoursesTable>, (typeof catalogueCourseColumns)[number]> & {
  added: number;
};

/** Converts a row to JSON for GET /catalogue. */
export const presentCatalogueCourse = (row: CatalogueCourseRow): CatalogueCourse => ({
  _id: row.id,
  course_code: row.code as Course['course_code'],
  course_name: row.name,
  duration: row.duration,
  difficulty: row.difficulty,
  category: row.category as Course['category'],
  instructor: row.instructor,
  price: row.price,
  imageUrl: row.image_url,
  instructorId: row.instructor_id,
  addedAt: row.added_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  addedPosition: row.added,
});

/** Converts a row to JSON. */
export const presentCourse = (row: CourseRow): Course => ({
  _id: row.id,
  course_code: row.code as Course['course_code'],
  course_name: row.name,
  duration: row.duration,
  difficulty: row.difficulty,
  category: row.category as Course['category'],
  details: row.details,
  instructor: row.instructor,
  price: row.price,
  imageUrl: row.image_url,
  instructorId: row.instructor_id,
  videos: row.videos,
  addedAt: row.added_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Converts a row to JSON for live updates. */
export const presentLiveCourse = (row: LiveCourseRow): LiveCourse => ({
  ...presentCourse(row),
  addedPosition: row.added,
});

import type { Selectable } from 'kysely';
import type { Course, ListedCourse } from '#contract/schemas/courses.ts';
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

/** The columns that {@link presentListedCourse} needs. */
export const listedCourseColumns = [
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
export type ListedCourseRow = Pick<Selectable<CoursesTable>, (typeof listedCourseColumns)[number]>;

/** Converts a row to JSON for GET /catalogue. */
export const presentListedCourse = (row: ListedCourseRow): ListedCourse => ({
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
});

/** Converts a row to JSON, for GET answers and live updates alike. */
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

import type { Course, CourseFields } from '#contract/schemas/courses.ts';

export type FieldName = Exclude<keyof CourseFields, 'videos'>;

/** The labels of the fields, in the order of the form. */
export const fieldLabels: Record<FieldName, string> = {
  course_name: 'Course name',
  course_code: 'Course code',
  category: 'Category',
  duration: 'Duration',
  difficulty: 'Difficulty',
  price: 'Price',
  instructor: 'Instructor',
  instructorId: 'Taught by',
  imageUrl: 'Image URL',
  details: 'Details',
};
export const fieldNames = Object.keys(fieldLabels) as FieldName[];

/** The values of the form fields, all as text. A user is an id, or '' for none. */
export type CourseFormText = Record<FieldName, string>;

export const emptyCourseForm: CourseFormText = {
  course_name: '',
  course_code: '',
  category: '',
  duration: '',
  difficulty: '',
  instructor: '',
  instructorId: '',
  price: '',
  imageUrl: '',
  details: '',
};

/** Converts a course into the values of the form fields. */
export const toFormText = (course: Course): CourseFormText => ({
  course_name: course.course_name,
  course_code: course.course_code,
  category: course.category,
  duration: course.duration,
  difficulty: course.difficulty,
  instructor: course.instructor,
  instructorId: course.instructorId ?? '',
  price: String(course.price),
  imageUrl: course.imageUrl,
  details: course.details,
});

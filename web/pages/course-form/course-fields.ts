import type { Course, CourseFields } from '#contract/courses.ts';

export type FieldName = Exclude<keyof CourseFields, 'videos'>;

/** The nine fields of a course and who teaches it, in the order in which people fill them in, with the words for them. */
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

/** What the controls hold: text, whatever the field is; a person as their id, nobody as ''. */
export type Typed = Record<FieldName, string>;

export const nothingTyped: Typed = {
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

/** A course as the controls show it. */
export const typedOf = (course: Course): Typed => ({
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

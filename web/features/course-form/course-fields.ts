import type { Course, CourseFields } from '#events/contract/courses.ts';

export type FieldName = Exclude<keyof CourseFields, 'instructorId' | 'videos'>;

/** The nine fields in the order in which people fill them in, with the words for them. */
export const fieldLabels: Record<FieldName, string> = {
  course_name: 'Course name',
  course_code: 'Course code',
  category: 'Category',
  duration: 'Duration',
  difficulty: 'Difficulty',
  instructor: 'Instructor',
  price: 'Price',
  imageUrl: 'Image URL',
  details: 'Details',
};
export const fieldNames = Object.keys(fieldLabels) as FieldName[];

/** What the controls hold: text, whatever the field is. */
export type Typed = Record<FieldName, string>;

export const nothingTyped: Typed = {
  course_name: '',
  course_code: '',
  category: '',
  duration: '',
  difficulty: '',
  instructor: '',
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
  price: String(course.price),
  imageUrl: course.imageUrl,
  details: course.details,
});

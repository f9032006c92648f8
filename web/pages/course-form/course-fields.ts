import { type CourseFields, courseFields } from '#contract/schemas/courses.ts';

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

/** The values of the form fields, all as text. `instructorId` is the id of a user, or '' for none. */
export type CourseFormText = Record<FieldName, string>;

/** Converts a course, or the input of its form, into the texts of the form fields. */
export const toFormText = (values: Partial<Record<FieldName, unknown>>): CourseFormText => {
  const entries = fieldNames.map((name) => [name, String(values[name] ?? '')]);
  return Object.fromEntries(entries) as CourseFormText;
};

/** Returns the texts as the server saves them, for example without spaces around them. A text that is not valid stays as it is. */
export const toSavedText = (texts: CourseFormText): CourseFormText => {
  const save = (name: FieldName) => {
    const { success, data } = courseFields.shape[name].safeParse(texts[name]);
    return success ? data : texts[name];
  };
  return toFormText(Object.fromEntries(fieldNames.map((name) => [name, save(name)])));
};

export const emptyCourseForm = toFormText({});

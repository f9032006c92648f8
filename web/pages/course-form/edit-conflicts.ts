/**
 * Detects conflicts if a course changes while it is being edited. `base` is the version that the user started with, `theirs`
 * the current version of the course, `mine` the content of the form, `sent` what the form has sent without success. A field conflicts if it was changed elsewhere and the
 * form would save another value. Whichever value the user keeps, `theirs` becomes the new base of the field, which resolves the conflict.
 */
import { courseFields } from '#contract/schemas/courses.ts';
import { type CourseFormText, type FieldName, fieldNames } from './course-fields.ts';

/**
 * Returns the text of a field as the server saves it, for example without spaces around it. If the answer to the user's own edit is lost,
 * the saved texts arrive as a live update, and are no edit of somebody else.
 */
const toSavedText = (name: FieldName, text: string): string => {
  const { success, data } = courseFields.shape[name].safeParse(text);
  return success ? String(data ?? '') : text;
};

export const findConflictingFields = (
  base: CourseFormText,
  theirs: CourseFormText,
  mine: CourseFormText,
  sent: readonly CourseFormText[] = [],
): FieldName[] =>
  fieldNames.filter(
    (name) =>
      theirs[name] !== base[name] &&
      theirs[name] !== mine[name] &&
      theirs[name] !== toSavedText(name, mine[name]) &&
      sent.every((texts) => theirs[name] !== texts[name]),
  );

/** Returns the base after the user has resolved these fields. */
export const resolveConflicts = (
  base: CourseFormText,
  theirs: CourseFormText,
  names: readonly FieldName[],
): CourseFormText => ({
  ...base,
  ...Object.fromEntries(names.map((name) => [name, theirs[name]])),
});

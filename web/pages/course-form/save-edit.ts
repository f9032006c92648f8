import type { Course, CourseFields } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseQuery } from '../../domains/courses/course-queries.ts';
import { updateCourse } from '../../domains/courses/update-course.ts';
import type { FieldName } from './course-fields.ts';

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';

/**
 * Saves the fields of a course that the user has edited. If the server refuses because the course has changed, the form may not have
 * received the live update yet, so the course is fetched. If no field conflicts, for example because only the answer to the user's own
 * edit was lost, the edit is sent again.
 * @param seen the course as the form showed it when the user submitted.
 * @param findConflicts returns the fields of the current course that conflict with the edit.
 * @throws ApiError `conflict` if there are such fields; the form then shows the current course and asks the user.
 */
export const saveEdit = async (
  seen: Course,
  fields: CourseFields,
  findConflicts: (current: Course) => readonly FieldName[],
): Promise<void> => {
  try {
    await updateCourse(seen._id, fields, seen.version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const current = await queryClient.fetchQuery({ ...courseQuery(seen._id), staleTime: 0 });
    if (findConflicts(current).length > 0) throw error;
    await updateCourse(seen._id, fields, current.version);
  }
};

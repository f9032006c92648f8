import type { z } from 'zod/mini';
import { type UpdateAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { CourseFields, courseVideosEdit } from '#contract/schemas/courses.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { getCoursePath } from './course-actions.ts';

/** The server discards an edit of a removed course, and says so only in the counts. */
const requireListed = ({ matchedCount }: UpdateAnswer): void => {
  if (matchedCount === 0) throw new Error('This course was removed from the catalogue.');
};

/**
 * Edits a course.
 * @param expectedVersion the version of the course that the user has seen. Without it, the edit overwrites later changes.
 * @throws ApiError, `conflict` if it would overwrite a field that was changed after this version; an Error if the course was removed.
 */
export const updateCourse = async (
  id: string,
  fields: CourseFields,
  expectedVersion?: number | undefined,
): Promise<void> =>
  requireListed(
    await sendCommand('PUT', getCoursePath(id), updateAnswer, { body: { ...fields, expectedVersion } }),
  );

/**
 * Sets the course's own videos. `videos: null` restores the lesson clips.
 * @throws ApiError, `conflict` if the videos were changed after the expected version; an Error if the course was removed.
 */
export const updateCourseVideos = async (id: string, body: z.input<typeof courseVideosEdit>): Promise<void> =>
  requireListed(await sendCommand('PUT', `${getCoursePath(id)}/videos`, updateAnswer, { body }));

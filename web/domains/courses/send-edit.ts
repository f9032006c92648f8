import type { Course } from '#contract/schemas/courses.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { queryClient } from '../../client/query-client.ts';
import { courseQuery } from './course-queries.ts';

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict';

/**
 * Sends an edit of a course with the version that the user has seen. If the server refuses because the course has changed, the live update
 * may not have arrived yet, so the course is fetched. If the current course does not conflict with the edit, for example because it contains
 * an earlier edit of the same user, the edit is sent again.
 * @param seen the course as the form showed it when the user submitted.
 * @returns the version that the course had before the accepted edit; undefined if the server did not report it.
 * @throws the error of the request that failed: an ApiError `conflict` if the current course conflicts with the edit, or has changed again.
 * An Error if the fetched course is not newer than `seen`.
 */
export const sendEdit = async (
  seen: Course,
  send: (expectedVersion: number | undefined) => Promise<void>,
  isConflicting: (current: Course) => boolean,
): Promise<number | undefined> => {
  try {
    await send(seen.version);
    return seen.version;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const current = await queryClient.fetchQuery({ ...courseQuery(seen._id), staleTime: 0 });
    if (isConflicting(current)) throw error;
    if (current.version === seen.version)
      throw new Error('The latest change of this course cannot be shown yet. Try again later.');
    await send(current.version);
    return current.version;
  }
};

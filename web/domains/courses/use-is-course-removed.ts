import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { ApiError } from '../../client/api/api-error.ts';
import { createIsRemovedAtom } from '../../client/live/changed-records.ts';
import { courseQuery } from './course-queries.ts';

/**
 * Returns whether a course that may still be shown was removed: a live update said so, or the course was not found when it was fetched
 * again, because this tab missed the live update.
 */
export const useIsCourseRemoved = (id: string): boolean => {
  const isReportedRemoved = useAtomValue(useMemo(() => createIsRemovedAtom(id), [id]));
  const { error } = useQuery(courseQuery(id));
  return isReportedRemoved || (error instanceof ApiError && error.status === 404);
};

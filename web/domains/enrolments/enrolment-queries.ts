import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { type EnrolledCourse, enrolledCourseList } from '#contract/schemas/enrolments.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { enrolmentsKey, mergeIntoEnrolments } from './enrolment-live.ts';

/** Queries the signed-in student's enrolments, oldest first. Disabled for everybody else. */
export const useEnrolments = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  return useQuery({
    queryKey: [...enrolmentsKey, email],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<readonly EnrolledCourse[]>(
        () => getWithPosition('/enrolledCourses', enrolledCourseList, { query: { email }, signal }),
        mergeIntoEnrolments,
      ),
    enabled: email !== '',
  });
};

/**
 * Finds the enrolment for the id in an address, which may be its own id or the id of its course. If the student leaves the
 * course while the page is open, the enrolment is still returned, with `hasLeft`.
 */
export const useEnrolment = (idInAddress: string) => {
  const id = idInAddress.toLowerCase();
  const { data, error, isFetching, refetch } = useEnrolments();
  const last = useRef<EnrolledCourse>(undefined);
  const current = data?.find(({ _id, courseId }) => _id === id || courseId === id);
  if (current) last.current = current;
  const previous = last.current;
  const enrolment = current ?? (previous?._id === id || previous?.courseId === id ? previous : undefined);
  return { enrolment, hasLeft: enrolment !== undefined && !current, data, error, isFetching, refetch };
};

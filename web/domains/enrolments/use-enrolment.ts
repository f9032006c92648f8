import { useRef } from 'react';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { useEnrolments } from './enrolments.ts';

/**
 * The enrolment at an address, by its own id or by its course's; the course may be withdrawn. One that was left in
 * another tab stays readable (`left`).
 */
export const useEnrolment = (idInAddress: string) => {
  const id = idInAddress.toLowerCase();
  const { data, error, isFetching, refetch } = useEnrolments();
  const last = useRef<EnrolledCourse>(undefined);
  const present = data?.find(({ _id, courseId }) => _id === id || courseId === id);
  if (present) last.current = present;
  const known = last.current;
  const enrolment = present ?? (known?._id === id || known?.courseId === id ? known : undefined);
  return { enrolment, left: enrolment !== undefined && !present, data, error, isFetching, refetch };
};

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type EnrolledCourse, enrolledCourseList } from '#contract/enrolments.ts';
import { getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { mergeIntoEnrolments } from './merge.ts';

const key = ['enrolments'] as const;

/** Changes what is known of the present student's enrolments; does nothing while nothing is known. */
export const changeEnrolments = (
  change: (list: readonly EnrolledCourse[]) => readonly EnrolledCourse[],
): void => {
  queryClient.setQueriesData<readonly EnrolledCourse[]>({ queryKey: key }, (list) => list && change(list));
};

listenLive((message) => changeEnrolments((list) => mergeIntoEnrolments(list, message)));

const enrolmentsQuery = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: ({ signal }): Promise<readonly EnrolledCourse[]> =>
      withMissed<readonly EnrolledCourse[]>(
        () => getAt('/enrolledCourses', enrolledCourseList, { query: { email }, signal }),
        mergeIntoEnrolments,
      ),
  });

/** What the signed-in student is enrolled in; for everybody else nothing is asked. */
export const useEnrolments = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...enrolmentsQuery(email ?? ''), enabled: email !== null });
};

export const fetchEnrolmentsAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key });

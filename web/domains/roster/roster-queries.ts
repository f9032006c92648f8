import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type RosterOrder,
  type RosterSort,
  type RosterState,
  roster,
  studentInCourse,
  taughtCourse,
} from '#contract/schemas/roster.ts';
import { downloadCsv } from '../../client/api/download.ts';
import { get, type Query } from '../../client/api/get.ts';
import { getPage } from '../../client/api/list-page.ts';
import { getPositionedAnswer } from '../../client/live/positioned-answer.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { rosterKeys } from './roster-live.ts';

/** The filter and the order of the roster. A field that is null does not filter. */
export type RosterFilter = {
  search: string;
  sort: RosterSort;
  order: RosterOrder;
  state: RosterState | null;
  inactiveDays: number | null;
};

const getRosterPath = (courseId: string) => `/courses/${encodeURIComponent(courseId)}/students`;

const toQuery = ({ search, sort, order, state, inactiveDays }: RosterFilter): Query => ({
  sort,
  order,
  state: state ?? undefined,
  inactiveDays: inactiveDays ?? undefined,
  search: search === '' ? undefined : search,
});

const coursesPerPage = 48;

/** Queries the courses whose students the user may see, including removed courses, page by page. */
export const useTaughtCourses = () => {
  const query = useInfiniteQuery({
    queryKey: rosterKeys.taughtCourses,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: coursesPerPage };
      return (await getPage('/taughtCourses', taughtCourse, { query, cursor: pageParam, signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // No live update carries the numbers of students.
    staleTime: 0,
  });
  return { ...query, data: query.data?.pages.flatMap(({ items }) => items) };
};

/**
 * Returns the query for a page of the students of a course, for users who may see them. While another page of the same course loads, the
 * previous page stays visible.
 */
export const rosterQuery = (courseId: string, filter: RosterFilter, page: number) =>
  queryOptions({
    queryKey: [...rosterKeys.course(courseId), filter, page],
    queryFn: ({ signal }) =>
      getPositionedAnswer(getRosterPath(courseId), roster, { query: { ...toQuery(filter), page }, signal }),
    select: ({ data }) => data,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === courseId ? previous : undefined,
    // The server reports changes only while the roster is shown.
    staleTime: 0,
  });

/**
 * Returns the query for the students to whom a form applies: the first `limit` who match a filter when the form opens, and the total
 * number who match. The list does not change while the form is open, so that the form applies to the students whom it shows. The list
 * is fetched in one request. Between several requests, a student might stop matching. All later students would then move up, and one
 * of them would be on none of the fetched pages.
 */
export const createFixedStudentsQuery = (
  courseId: string,
  { search, state, inactiveDays }: RosterFilter,
  limit: number,
) =>
  queryOptions({
    queryKey: ['roster-once', courseId, { search, state, inactiveDays }, limit],
    queryFn: ({ signal }) => {
      // Not sorted by name: a changed name would change the order, and the same students must result in the same request body.
      const filter: RosterFilter = { search, state, inactiveDays, sort: 'enrolled', order: 'ascending' };
      return get(getRosterPath(courseId), roster, { query: { ...toQuery(filter), limit }, signal });
    },
    // Never fetched again automatically, not even after a reconnect that invalidates all other queries.
    staleTime: 'static',
    gcTime: 0,
  });

/** Queries one student in a course. */
export const useStudentInCourse = (courseId: string, studentId: string) =>
  useQuery({
    queryKey: [...rosterKeys.course(courseId), 'student', studentId],
    queryFn: ({ signal }) =>
      getPositionedAnswer(`${getRosterPath(courseId)}/${encodeURIComponent(studentId)}`, studentInCourse, {
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 0,
  });

/** Asks the server to report changes while the roster is shown. */
export const useRosterSubscription = (courseId: string): void =>
  useEffect(() => reportShownView({ at: 'roster', courseId }), [courseId]);

/**
 * Fetches the students who match the filter as a CSV file. The file covers the `maxRosterStudents` who enrolled last, and says so if the
 * course has more.
 * @throws ApiError
 */
export const fetchRosterCsv = async (courseId: string, filter: RosterFilter): Promise<Blob> =>
  (await downloadCsv(getRosterPath(courseId), toQuery(filter))).content;

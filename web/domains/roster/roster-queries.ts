import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import {
  type RosterOrder,
  type RosterSort,
  type RosterState,
  type RosterStudent,
  roster,
  studentInCourse,
  taughtCourseList,
} from '#contract/schemas/roster.ts';
import { downloadCsv } from '../../client/api/download.ts';
import { get, getWithPosition, type Query } from '../../client/api/get.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { rosterKeys, type WithPosition } from './roster-live.ts';

/** What a page of the roster shows. Null: all. */
export type RosterFilter = {
  search: string;
  sort: RosterSort;
  order: RosterOrder;
  state: RosterState | null;
  inactiveDays: number | null;
};

const rosterPath = (courseId: string) => `/courses/${encodeURIComponent(courseId)}/students`;

const toQuery = ({ search, sort, order, state, inactiveDays }: RosterFilter): Query => ({
  ...{ sort, order, state: state ?? undefined, inactiveDays: inactiveDays ?? undefined },
  search: search === '' ? undefined : search,
});

const getWhole = async <S extends z.ZodType>(
  path: string,
  schema: S,
  options: Parameters<typeof getWithPosition>[2],
): Promise<WithPosition<z.output<S>>> => {
  const { data, readAt } = await getWithPosition(path, schema, options);
  return { data, position: readAt?.position ?? 0 };
};

/** The courses whose students the user may see, also removed ones. */
export const taughtCoursesQuery = queryOptions({
  queryKey: rosterKeys.taughtCourses,
  queryFn: ({ signal }) => get('/taughtCourses', taughtCourseList, { signal }),
  // The numbers of students do not follow by themselves.
  staleTime: 0,
});

/** A page of the students of a course, for users who may see them. While another page is loading, this one stays. */
export const useRoster = (courseId: string, filter: RosterFilter, page: number) =>
  useQuery({
    queryKey: [...rosterKeys.course(courseId), filter, page],
    queryFn: ({ signal }) =>
      getWhole(rosterPath(courseId), roster, { query: { ...toQuery(filter), page }, signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    // The server reports changes only while the page is shown.
    staleTime: 0,
  });

/** The page size of {@link fetchStudents}; the server's maximum. */
const largePage = 100;

/**
 * Fetches all students who match a filter, up to a limit. Pages may overlap while students enrol and leave, so that each student
 * is kept once.
 * @throws ApiError
 */
const fetchStudents = async (
  courseId: string,
  { search, state, inactiveDays }: RosterFilter,
  limit: number,
  signal: AbortSignal,
): Promise<readonly RosterStudent[]> => {
  // New students come last, so that they move nobody to another page.
  const filter: RosterFilter = { search, state, inactiveDays, sort: 'enrolled', order: 'ascending' };
  const students = new Map<string, RosterStudent>();
  for (let page = 1; ; page += 1) {
    const query = { ...toQuery(filter), page, limit: largePage };
    const answer = await get(rosterPath(courseId), roster, { query, signal });
    for (const student of answer.students) students.set(student._id, student);
    if (page * largePage >= Math.min(answer.total, limit)) return [...students.values()].slice(0, limit);
  }
};

/**
 * The students who match a filter, as they are when a form opens. They do not change while it is open: the user must know whom
 * the form names.
 */
export const useStudentsOnce = (courseId: string, filter: RosterFilter, limit: number) =>
  useQuery({
    queryKey: ['roster-once', courseId, filter, limit],
    queryFn: ({ signal }) => fetchStudents(courseId, filter, limit, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** One student in a course. */
export const useStudentInCourse = (courseId: string, studentId: string) =>
  useQuery({
    queryKey: [...rosterKeys.course(courseId), 'student', studentId],
    queryFn: ({ signal }) =>
      getWhole(`${rosterPath(courseId)}/${encodeURIComponent(studentId)}`, studentInCourse, { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  });

/** Asks the server for notices of changes while the roster is shown. */
export const useRosterSubscription = (courseId: string): void =>
  useEffect(() => reportShownView({ at: 'roster', courseId }), [courseId]);

/** Fetches all students who match the filter as a CSV file. @throws ApiError */
export const fetchRosterCsv = async (courseId: string, filter: RosterFilter): Promise<Blob> =>
  (await downloadCsv(rosterPath(courseId), toQuery(filter))).content;

import { useQuery } from '@tanstack/react-query';
import { type CourseFigures, courseFiguresList } from '#contract/schemas/reviews.ts';
import { get } from '../../client/api/get.ts';
import { courseFiguresKey } from './course-figures-live.ts';

const byCourse = (list: readonly CourseFigures[]): ReadonlyMap<string, CourseFigures> =>
  new Map(list.map((figures) => [figures._id, figures]));

/** The figures of all courses by course id: one request for all cards of a page. */
export const useCourseFigures = () =>
  useQuery({
    queryKey: courseFiguresKey,
    queryFn: ({ signal }) => get('/courseFigures', courseFiguresList, { signal }),
    select: byCourse,
  });

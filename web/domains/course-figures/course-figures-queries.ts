import { useQuery } from '@tanstack/react-query';
import { type CourseFigures, courseFiguresList, maxCourseFiguresById } from '#contract/schemas/reviews.ts';
import { createBatchLoader } from '../../client/api/create-batch-loader.ts';
import { get } from '../../client/api/get.ts';
import { courseFiguresKeys } from './course-figures-live.ts';

/** One request loads the figures of up to `maxCourseFiguresById` cards that are shown at the same time. */
const loadFigures = createBatchLoader<CourseFigures>(
  async (ids) => {
    const list = await get('/courseFigures', courseFiguresList, { query: { ids: ids.join(',') } });
    return new Map(list.map((figures) => [figures._id, figures]));
  },
  { maxKeys: maxCourseFiguresById },
);

/** Queries the figures of a course: its mean rating and its numbers of reviews and students. Null if it is not in the catalogue. */
export const useCourseFigures = (courseId: string) =>
  useQuery({ queryKey: courseFiguresKeys.one(courseId), queryFn: () => loadFigures(courseId) });

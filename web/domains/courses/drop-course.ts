import type { QueryClient } from '@tanstack/react-query';
import type { Course } from '#contract/courses.ts';
import { coursesKeys } from './keys.ts';

/** Takes a removed course out of every cached list; the record itself stays readable where it is shown. */
export const dropCourse = (queryClient: QueryClient, id: string): void => {
  queryClient.setQueriesData<readonly Course[]>({ queryKey: coursesKeys.lists }, (list) =>
    list?.some((course) => course._id === id) ? list.filter((course) => course._id !== id) : list,
  );
};

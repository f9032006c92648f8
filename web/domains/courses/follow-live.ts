import type { Course } from '#contract/courses.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { markChanged, markWithdrawn } from '../../client/live/recent-changes.ts';
import { queryClient } from '../../client/query-client.ts';
import { coursesKeys } from './keys.ts';
import { type CourseMessage, isCourseMessage, mergeIntoList, mergeIntoOne } from './merge.ts';

const mergeIntoCaches = (message: CourseMessage) => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: coursesKeys.lists })) {
    const search = String(query.queryKey.at(-1));
    queryClient.setQueryData<readonly Course[]>(
      query.queryKey,
      (list) => list && mergeIntoList(list, message, search),
    );
  }
  queryClient.setQueryData<Course>(
    coursesKeys.one(message.data._id),
    (known) => known && mergeIntoOne(known, message),
  );
};

/** Has the caches of courses follow the log. Called once. */
export const followCourses = (): void => {
  listenLive((message) => {
    if (!isCourseMessage(message)) return;
    markWithdrawn(message.data._id, message.kind === 'course-removed');
    if (message.kind !== 'course-removed') markChanged(message.data._id);
    mergeIntoCaches(message);
  });
};

import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { markChanged, markRemoved } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import {
  type CataloguePages,
  isCourseUpdate,
  isOlder,
  mergeIntoCatalogue,
  removeFromCatalogue,
} from './catalogue-pages.ts';
import { courseKeys } from './course-keys.ts';

export const refetchCourseLists = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: courseKeys.lists });

/** Removes a course from the cached pages of the catalogue. The page of the course keeps showing it. */
export const removeCachedCourse = (id: string): void => {
  queryClient.setQueriesData<CataloguePages>(
    { queryKey: courseKeys.lists },
    (cached) => cached && removeFromCatalogue(cached, id),
  );
};

/** Applies one live update to a single course. A removed course stays; its page shows a banner. */
export const mergeIntoCourse = (cached: Course, update: LiveMessage): Course => {
  if (!isCourseUpdate(update) || update.kind === 'course-removed') return cached;
  if (update.data._id !== cached._id) return cached;
  return isOlder(update.data, cached) ? cached : update.data;
};

const mergeIntoLists = (update: LiveMessage) => {
  // The third part of the key is the listing, see `courseKeys`.
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: courseKeys.lists }))
    queryClient.setQueryData<CataloguePages>(
      queryKey,
      (cached) => cached && mergeIntoCatalogue(cached, update, queryKey[2] as CatalogueListing),
    );
};

export const registerCourseLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    if (!isCourseUpdate(update)) return;
    markRemoved(update.data._id, update.kind === 'course-removed');
    if (update.kind !== 'course-removed') markChanged(update.data._id);
    mergeIntoLists(update);
    queryClient.setQueryData<Course>(
      courseKeys.one(update.data._id),
      (cached) => cached && mergeIntoCourse(cached, update),
    );
  });
};

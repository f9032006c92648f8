import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { markChanged, markRemoved } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseKeys = {
  all: ['courses'],
  lists: ['courses', 'list'],
  list: (search: string) => ['courses', 'list', search],
  one: (id: string) => ['courses', 'one', id],
} as const;

export const refetchCourseLists = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: courseKeys.lists });

/** Removes a course from all cached lists. Its own page keeps showing it. */
export const removeCachedCourse = (id: string): void => {
  queryClient.setQueriesData<readonly Course[]>({ queryKey: courseKeys.lists }, (list) =>
    list?.some((course) => course._id === id) ? list.filter((course) => course._id !== id) : list,
  );
};

type CourseUpdate = Extract<LiveMessage, { kind: `course-${string}` }>;

const isCourseUpdate = (update: LiveMessage): update is CourseUpdate => update.kind.startsWith('course-');

/** Folds text in the same way as the search of the server. */
const fold = (text: string) => text.normalize('NFC').toLowerCase();

/** Returns whether the name contains the search text. An empty search matches every course. */
const isMatch = (course: Course, search: string) => fold(course.course_name).includes(fold(search));

/** Inserts a course in the server's order: matches by the time of their addition, then courses with similar names. */
const insertCourse = (list: readonly Course[], course: Course, search: string): Course[] => {
  const index = list.findIndex(
    (other) => !isMatch(other, search) || Date.parse(other.addedAt) > Date.parse(course.addedAt),
  );
  return index === -1 ? [...list, course] : list.toSpliced(index, 0, course);
};

/** An older update must not overwrite a newer response. The times in the log never decrease. */
const isOlder = (course: Course, cached: Course) =>
  Date.parse(course.updatedAt) < Date.parse(cached.updatedAt);

/**
 * Applies one live update to a list of courses. Returns the same list if nothing changed. Only the server finds similar
 * names, so a new course that does not match the search is not inserted.
 */
export const mergeIntoCourseList = (
  list: readonly Course[],
  update: LiveMessage,
  search: string,
): readonly Course[] => {
  if (!isCourseUpdate(update)) return list;
  const { data } = update;
  const cached = list.find((course) => course._id === data._id);
  if (update.kind === 'course-removed')
    return cached ? list.filter((course) => course._id !== data._id) : list;
  if (cached === undefined)
    return isMatch(update.data, search) ? insertCourse(list, update.data, search) : list;
  if (isOlder(update.data, cached)) return list;
  return list.map((course) => (course === cached ? update.data : course));
};

/** Applies one live update to a single course. A removed course stays; its page shows a banner. */
export const mergeIntoCourse = (cached: Course, update: LiveMessage): Course => {
  if (!isCourseUpdate(update) || update.kind === 'course-removed') return cached;
  if (update.data._id !== cached._id) return cached;
  return isOlder(update.data, cached) ? cached : update.data;
};

const mergeIntoCache = (update: CourseUpdate) => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: courseKeys.lists })) {
    const search = String(query.queryKey.at(-1));
    queryClient.setQueryData<readonly Course[]>(
      query.queryKey,
      (list) => list && mergeIntoCourseList(list, update, search),
    );
  }
  queryClient.setQueryData<Course>(
    courseKeys.one(update.data._id),
    (cached) => cached && mergeIntoCourse(cached, update),
  );
};

export const registerCourseLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    if (!isCourseUpdate(update)) return;
    markRemoved(update.data._id, update.kind === 'course-removed');
    if (update.kind !== 'course-removed') markChanged(update.data._id);
    mergeIntoCache(update);
  });
};

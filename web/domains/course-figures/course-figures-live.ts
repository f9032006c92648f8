import type { LiveEvents } from '../../client/live/live-events.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseFiguresKeys = {
  all: ['course-figures'],
  one: (courseId: string) => ['course-figures', courseId],
} as const;

/** The figures are fetched once for all changes that arrive within this time. */
const delayMs = 400;
/** All clients that show a course receive the same live update, so they spread their requests over this time. */
const spreadMs = 1_000;

const changedCourses = new Set<string>();
let haveAllChanged = false;

const refetchChanged = () => {
  const queryKeys = haveAllChanged
    ? [courseFiguresKeys.all]
    : [...changedCourses].map((id) => courseFiguresKeys.one(id));
  changedCourses.clear();
  haveAllChanged = false;
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
};
const scheduleRefetch = createSpreadRefetch(refetchChanged, delayMs);

/**
 * Schedules a refetch of figures.
 * @param courseId null if the figures of any course may have changed.
 * @param withinMs the longest random delay, in addition to `delayMs`.
 */
const schedule = (courseId: string | null, withinMs: number) => {
  if (courseId === null) haveAllChanged = true;
  else changedCourses.add(courseId);
  scheduleRefetch(withinMs);
};

/**
 * Fetches the figures of shown courses again after every change to a review, when a course is restored or any user is removed, and when
 * the signed-in user joins or leaves a course. The enrolments of other users cause no request.
 */
export const registerCourseFiguresLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    switch (update.kind) {
      case 'enrolment-added':
        schedule(update.data.courseId, 0);
        break;
      case 'enrolment-removed':
        // The update does not name the course.
        schedule(null, 0);
        break;
      case 'review-added':
      case 'review-changed':
      case 'review-removed':
        schedule(update.data.catalogueId, spreadMs);
        break;
      case 'course-restored':
        schedule(update.data._id, spreadMs);
        break;
      case 'user-removed':
      case 'person-removed':
        schedule(null, spreadMs);
        break;
      default:
    }
  });
};

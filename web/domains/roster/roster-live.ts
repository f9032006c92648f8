import type { RosterChange } from '#contract/schemas/presence.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { isOlderThan } from '../../client/live/positioned-answer.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';
import { whenVisible } from '../../client/when-visible.ts';

export const rosterKeys = {
  course: (courseId: string) => ['roster', courseId],
  taughtCourses: ['taught-courses'],
} as const;

/** The requests of all clients that show a roster or the list of taught courses are spread over this time. */
const spreadMs = 700;
/** The latest reported log position for which the roster has not been fetched yet, by course id. */
const scheduled = new Map<string, number>();

const scheduleRefetch = ({ courseId, position }: RosterChange) => {
  const isScheduled = scheduled.has(courseId);
  scheduled.set(courseId, Math.max(position, scheduled.get(courseId) ?? 0));
  if (isScheduled) return;
  const refetchOutdated = () => {
    const latest = scheduled.get(courseId) ?? 0;
    scheduled.delete(courseId);
    void queryClient.invalidateQueries({
      queryKey: rosterKeys.course(courseId),
      predicate: isOlderThan(latest),
    });
  };
  // Each fetch reads the results of the whole course, so tabs in the background wait.
  setTimeout(() => whenVisible(refetchOutdated), Math.random() * spreadMs);
};

const scheduleTaughtCoursesRefetch = createSpreadRefetch(
  () => void queryClient.invalidateQueries({ queryKey: rosterKeys.taughtCourses }),
);

export const registerRosterLiveHandlers = (live: LiveEvents): void => {
  live.rosterChanged.on(scheduleRefetch);
  live.updates.on((update) => {
    switch (update.kind) {
      case 'course-added':
        scheduleTaughtCoursesRefetch(spreadMs);
        break;
      // The user may have become or ceased to be the teacher of the course. The list also marks removed courses.
      case 'course-changed':
      case 'course-removed':
      case 'course-restored':
        scheduleTaughtCoursesRefetch(spreadMs);
        scheduleRefetch({ courseId: update.data._id, position: update.position });
        break;
      default:
    }
  });
};

import type { LiveEvents } from '../../client/live/live-events.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseFiguresKey = ['course-figures'] as const;

/** The figures are fetched once for all changes that arrive within this time. */
const delayMs = 400;
/** Requests of all clients after a change that all of them see are spread over this time. */
const spreadMs = 1_000;

const scheduleRefetch = createSpreadRefetch(
  () => void queryClient.invalidateQueries({ queryKey: courseFiguresKey }),
  delayMs,
);

/** Ratings follow every review. The number of students follows the user's own enrolments; others are counted at the next visit. */
export const registerCourseFiguresLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(({ kind }) => {
    switch (kind) {
      case 'enrolment-added':
      case 'enrolment-removed':
        scheduleRefetch(0);
        break;
      case 'review-added':
      case 'review-changed':
      case 'review-removed':
      case 'course-added':
      case 'course-restored':
      case 'user-removed':
      case 'person-removed':
        scheduleRefetch(spreadMs);
        break;
      default:
    }
  });
};

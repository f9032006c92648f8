import type { LiveEvents } from '../../client/live/live-events.ts';
import { createSpreadRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseFiguresKey = ['course-figures'] as const;

/** The figures are fetched once for all changes that arrive within this time. */
const delayMs = 400;
/** After a change that all clients see, they spread their requests over this time. */
const spreadMs = 1_000;

const scheduleRefetch = createSpreadRefetch(
  () => void queryClient.invalidateQueries({ queryKey: courseFiguresKey }),
  delayMs,
);

/** The figures are fetched again after every review, but not after the enrolments of others: those are counted at the next visit. */
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

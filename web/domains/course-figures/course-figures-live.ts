import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseFiguresKey = ['course-figures'] as const;

/** The figures are fetched once for all changes that arrive within this time. */
const delayMs = 400;
/** Requests of all clients after the removal of a user are spread over this time. */
const maxDelayMs = 1_000;
let isScheduled = false;

const scheduleRefetch = (milliseconds: number) => {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    void queryClient.invalidateQueries({ queryKey: courseFiguresKey });
  }, milliseconds);
};

/** Ratings follow every review. The number of students follows the user's own enrolments; others are counted at the next visit. */
export const registerCourseFiguresLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(({ kind }) => {
    switch (kind) {
      case 'review-added':
      case 'review-changed':
      case 'review-removed':
      case 'enrolment-added':
      case 'enrolment-removed':
      case 'course-added':
      case 'course-restored':
      case 'user-removed':
        scheduleRefetch(delayMs);
        break;
      case 'person-removed':
        scheduleRefetch(delayMs + Math.random() * maxDelayMs);
        break;
      default:
    }
  });
};

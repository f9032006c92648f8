import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const courseFiguresKey = ['course-figures'] as const;

/** The figures are fetched once for all changes that arrive within this time. */
const delayMs = 400;
/** Requests of all clients after a change that all of them see are spread over this time. */
const maxDelayMs = 1_000;
let pending: { dueAt: number; timer: ReturnType<typeof setTimeout> } | null = null;

const scheduleRefetch = (milliseconds: number) => {
  const dueAt = Date.now() + milliseconds;
  if (pending !== null && pending.dueAt <= dueAt) return;
  clearTimeout(pending?.timer);
  const refetch = () => {
    pending = null;
    void queryClient.invalidateQueries({ queryKey: courseFiguresKey });
  };
  pending = { dueAt, timer: setTimeout(refetch, milliseconds) };
};

/** Ratings follow every review. The number of students follows the user's own enrolments; others are counted at the next visit. */
export const registerCourseFiguresLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(({ kind }) => {
    switch (kind) {
      case 'enrolment-added':
      case 'enrolment-removed':
        scheduleRefetch(delayMs);
        break;
      case 'review-added':
      case 'review-changed':
      case 'review-removed':
      case 'course-added':
      case 'course-restored':
      case 'user-removed':
      case 'person-removed':
        scheduleRefetch(delayMs + Math.random() * maxDelayMs);
        break;
      default:
    }
  });
};

import type { LiveMessage, LiveMessageKind } from '#contract/live-messages.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const activityKey = ['activity'] as const;

/** Updates about a student's activities, which the server sends only to that student. */
const ownActivityKinds: readonly LiveMessageKind[] = [
  'bookmark-added',
  'enrolment-added',
  'progress-changed',
  'note-added',
  'quiz-finished',
  'certificate-issued',
];

/** Returns whether an update reports a learning activity of this student. Other users receive reviews, too; `own` marks the student's own. */
export const isOwnActivity = (update: LiveMessage): boolean =>
  update.kind === 'review-added' ? update.data.own : ownActivityKinds.includes(update.kind);

/** Activities that follow each other within this time cause only one request. */
const debounceMs = 500;

export const registerActivityLiveHandlers = (live: LiveEvents): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  live.updates.on((update) => {
    if (!isOwnActivity(update)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: activityKey }), debounceMs);
  });
};

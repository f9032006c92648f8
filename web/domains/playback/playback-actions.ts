import { updateAnswer } from '#contract/schemas/command-results.ts';
import { type NewPlayback, newPlayback } from '#contract/schemas/playback.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { isAsOfView } from '../../client/as-of.tsx';
import { logFailure } from '../../client/log-failure.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';

const savePositionAction = defineActionKind({
  // Stored in outboxes, so the name cannot change.
  name: 'place',
  answerSchema: updateAnswer,
  replacesOlder: true,
  isSilent: true,
  bodyAt: ({ body, madeAt }, now) => {
    const { data } = newPlayback.safeParse(body);
    const secondsInOutbox = Math.max(0, Math.round((now - madeAt) / 1_000));
    return data && { ...data, secondsAgo: (data.secondsAgo ?? 0) + secondsInOutbox };
  },
});

export const playbackActionKinds = [savePositionAction];

/** Queues a position until the browser is online again. */
const enqueuePosition = (position: NewPlayback) =>
  enqueueAction(savePositionAction, {
    about: position.enrolmentId,
    words: 'Your playback position',
    method: 'PUT',
    path: '/playback',
    body: position,
  }).catch((error: unknown) => logFailure('A playback position could not be stored.', error));

const requestsInFlight = new Set<Promise<unknown>>();

/** Resolves when the running requests of this tab that save positions have succeeded or failed. */
export const waitForPositionsInFlight = (): Promise<unknown> => Promise.allSettled(requestsInFlight);

/**
 * Saves a playback position on the server, or queues it if the browser is offline. Does nothing in an as-of view.
 * @param isLeaving whether the user is leaving the page or hiding it. The request then outlives the page.
 * @throws ApiError
 */
export const savePlaybackPosition = async (position: NewPlayback, isLeaving: boolean): Promise<void> => {
  if (isAsOfView()) return;
  if (!navigator.onLine) {
    void enqueuePosition(position);
    return;
  }
  const request = sendCommand('PUT', '/playback', updateAnswer, { body: position, keepalive: isLeaving });
  requestsInFlight.add(request);
  try {
    await request;
  } finally {
    requestsInFlight.delete(request);
  }
};

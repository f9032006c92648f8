import { liveEvents } from '../../client/live/live-events.ts';
import { openLiveConnection } from '../../client/live/socket.ts';
import { logFailure } from '../../client/log-failure.ts';
import { createRetryReporter } from '../../client/missing-code.ts';
import { mayBeSignedIn } from '../../client/session/signed-in-hint.ts';
import { registerCourseFiguresLiveHandlers } from '../../domains/course-figures/course-figures-live.ts';
import { registerCourseLiveHandlers } from '../../domains/courses/course-live.ts';
import { registerReviewLiveHandlers } from '../../domains/reviews/review-live.ts';
import { registerTrendingLiveHandlers } from '../../domains/reviews/trending-live.ts';

const failureMessage = 'The handlers of live updates for users could not be loaded.';

/** Loads and registers the handlers of the updates that only users get. Returns the schema of all updates. */
const loadUserHandlers = async () => {
  const { liveMessage, registerUserHandlers } = await import('./user-live-handlers.ts');
  registerUserHandlers();
  return liveMessage;
};

const reportFailure = createRetryReporter(failureMessage);

/** Loads the handlers for users before a token is sent. If that fails, no token is sent, and the next attempt to send one loads them again. */
const loadUserHandlersForToken = async () => {
  try {
    return await loadUserHandlers();
  } catch (cause) {
    reportFailure(cause);
    throw cause;
  }
};

/**
 * Loads the handlers for users at once if a user may be signed in. Otherwise they are loaded only before a token is sent. One of the
 * handlers also clears the setting for browser notifications if the user's session ended while no tab was open.
 */
const loadUserHandlersEarly = async () => {
  try {
    if (await mayBeSignedIn()) await loadUserHandlers();
  } catch (cause) {
    logFailure(failureMessage, cause);
  }
};

/**
 * Registers the handlers of live updates and opens the live connection. This module is a chunk of its own, so that the first view does not
 * wait for it. Handlers are registered whichever page is open, because updates also change the cached data of other pages. Called once.
 */
export const openWithHandlers = (): void => {
  for (const register of [
    registerCourseFiguresLiveHandlers,
    registerCourseLiveHandlers,
    registerReviewLiveHandlers,
    registerTrendingLiveHandlers,
  ])
    register(liveEvents);
  void loadUserHandlersEarly();
  openLiveConnection(loadUserHandlersForToken);
};

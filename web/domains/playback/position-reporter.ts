import type { VideoPosition } from '../videos/video-position.ts';

export type PositionReporter = {
  /** Reports the position of a playing video. Such positions are sent at regular intervals. */
  reportPlaying: (position: VideoPosition) => void;
  /**
   * Reports the position after a stop: a pause, a jump or a change of the video. It is sent within {@link stoppedDelayMs}, unless an
   * earlier failure delays it.
   */
  reportStopped: (position: VideoPosition) => void;
  /** Sends an unsent position now. Called when the user leaves the page or hides it. */
  flush: () => void;
};

/** The server accepts six positions per minute. A playing video uses four; two are left for stops. */
export const playingIntervalMs = 15_000;
/** Of several stops within this time, only the last position is sent. */
export const stoppedDelayMs = 1_500;
/** The delay after a failure that does not say when to retry. */
const defaultRetryMs = 15_000;

/**
 * Creates an object that sends playback positions to the server. It sends only the newest position. After a failure it waits, because
 * frequent stops can exceed the number of positions that the server accepts. `flush` does not wait. A position that could not be sent
 * is sent later with its age, unless there is a newer one.
 * @param options.send rejects with an error that is passed to `retryAfterMs`.
 * @param options.retryAfterMs returns the milliseconds to wait after an error; undefined for the default, null to give up.
 * @param options.now a monotonic clock in milliseconds.
 */
export const createPositionReporter = (options: {
  send: (position: VideoPosition, details: { secondsAgo: number; isLeaving: boolean }) => Promise<unknown>;
  retryAfterMs: (error: unknown) => number | null | undefined;
  now?: () => number;
}): PositionReporter => {
  const now = options.now ?? (() => performance.now());
  let unsent: { position: VideoPosition; at: number } | null = null;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  /** Sends the unsent position at this time, unless it is already scheduled for an earlier time. */
  const sendAt = (time: number): void => {
    if (time >= dueAt) return;
    dueAt = time;
    clearTimeout(timer);
    timer = setTimeout(() => void sendNow(false), Math.max(0, time - now()));
  };
  const sendNow = async (isLeaving: boolean): Promise<void> => {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    const current = unsent;
    if (current === null) return;
    unsent = null;
    lastSentAt = now();
    const secondsAgo = Math.round((lastSentAt - current.at) / 1_000);
    try {
      await options.send(current.position, { secondsAgo, isLeaving });
    } catch (error) {
      const retryMs = options.retryAfterMs(error);
      if (retryMs === null) return;
      notBefore = now() + (retryMs ?? defaultRetryMs);
      unsent ??= current;
      sendAt(notBefore);
    }
  };
  return {
    reportPlaying: (position) => {
      unsent = { position, at: now() };
      sendAt(Math.max(lastSentAt + playingIntervalMs, notBefore, now()));
    },
    reportStopped: (position) => {
      unsent = { position, at: now() };
      sendAt(Math.max(now() + stoppedDelayMs, notBefore));
    },
    flush: () => void sendNow(true),
  };
};

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; ends at once, without an error, when the signal aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: true }).catch(() => {});
};

/**
 * How long to wait before the next attempt: doubles from `first` to `most`, and differs by up to a third, so that
 * those who failed together do not come back together.
 * @param attempt from 0.
 */
export const backOff = (attempt: number, { first = 50, most = 10_000 } = {}): number =>
  Math.min(most, first * 2 ** Math.min(attempt, 30)) * (1 - Math.random() / 3);

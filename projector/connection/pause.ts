import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. Resolves at once, without an error, when the signal aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await sleep(milliseconds, undefined, { signal, ref: true }).catch(() => {});
};

/**
 * Returns the delay before the next attempt in milliseconds: doubles from `first` to `most`, minus up to a third at
 * random, so that processes that failed together do not retry together.
 * @param attempt starts at 0.
 */
export const backOff = (attempt: number, { first = 50, most = 10_000 } = {}): number =>
  Math.min(most, first * 2 ** Math.min(attempt, 30)) * (1 - Math.random() / 3);

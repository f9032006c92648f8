import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 100;

/**
 * Repeats a check until it returns a value other than null, and returns that value. A check that throws is also repeated.
 * @param condition completes the sentence "Timed out after 60 s, waiting until …".
 * @param signal ends the wait before the next check. It does not interrupt a running check.
 * @throws the reason of `signal`; Error with the last failure after the timeout.
 */
export const waitUntil = async <T>(
  condition: string,
  timeoutMs: number,
  check: () => Promise<T | null> | T | null,
  signal?: AbortSignal,
): Promise<T> => {
  const deadline = Date.now() + timeoutMs;
  let failure: unknown = null;
  while (true) {
    signal?.throwIfAborted();
    try {
      const found = await check();
      if (found !== null) return found;
      failure = null;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > deadline) {
      const reason = failure instanceof Error ? ` (${failure.message})` : '';
      throw new Error(`Timed out after ${timeoutMs / 1000} s, waiting until ${condition}${reason}.`);
    }
    // An aborted sleep rejects. The next turn throws the reason of the signal.
    await sleep(pauseMs, undefined, signal && { signal }).catch(() => {});
  }
};

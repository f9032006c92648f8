import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a check until it returns a value other than null. A check that throws is repeated, too.
 * @param condition completes the sentence "Timed out after 60 s, waiting until …".
 * @throws Error with the last failure after the timeout.
 */
export const waitUntil = async <T>(
  condition: string,
  timeoutMs: number,
  check: () => Promise<T | null> | T | null,
): Promise<T> => {
  const deadline = Date.now() + timeoutMs;
  for (let failure: unknown = null; ; await sleep(100)) {
    try {
      const found = await check();
      if (found !== null) return found;
      failure = null;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > deadline)
      throw new Error(
        `Timed out after ${timeoutMs / 1000} s, waiting until ${condition}${failure instanceof Error ? ` (${failure.message})` : ''}.`,
      );
  }
};

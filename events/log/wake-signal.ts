/** Wakes a loop that waits for work. If the loop is not waiting, its next wait ends at once. */
export type WakeSignal = {
  wake(): void;
  /** Forgets earlier wake-ups. Call it just before looking for work: the loop then finds the work that they announced. */
  clear(): void;
  /** Resolves on the next wake-up, after `timeoutMs`, or when the signal aborts. Only one caller may wait at a time. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
};

/** Creates a wake signal for one waiting loop. */
export const createWakeSignal = (): WakeSignal => {
  let isWoken = false;
  let endWait: (() => void) | null = null;
  return {
    wake() {
      isWoken = true;
      endWait?.();
    },
    clear() {
      isWoken = false;
    },
    wait(timeoutMs, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        isWoken = false;
        endWait = null;
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end, { once: true });
      endWait = end;
      if (isWoken || signal.aborted) end();
      return promise;
    },
  };
};

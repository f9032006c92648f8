/** Wakes one that waits. A ring that nobody hears is remembered: the next wait ends at once. */
export type Bell = {
  ring(): void;
  /** Ends at the next ring, after the time, or when the signal aborts, whatever comes first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
};

export const createBell = (): Bell => {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    wait(milliseconds, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        rung = false;
        wake = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done, { once: true });
      wake = done;
      if (rung || signal.aborted) done();
      return promise;
    },
  };
};

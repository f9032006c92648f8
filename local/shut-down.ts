import { setTimeout as wait } from 'node:timers/promises';

type Part = { name: string; close: () => Promise<unknown> | unknown };

export type Shutdown = {
  /** Adds a part. Parts are closed in reverse order. */
  add(name: string, close: Part['close']): void;
  /** Closes all parts. They have 9 s in total, but each has at least 0.5 s. A second call waits for the first. */
  run(): Promise<void>;
};

const timeoutMs = 9_000;

/** Creates a shutdown, which collects the parts to close. A part that fails or hangs does not prevent the others from closing. */
export const createShutdown = (printError: (text: string) => void): Shutdown => {
  const parts: Part[] = [];
  let running: Promise<void> | null = null;
  const closeAll = async () => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const part = parts.pop();
      if (!part) return;
      const timer = new AbortController();
      const late = wait(Math.max(500, deadline - Date.now()), 'late', { signal: timer.signal }).catch(
        () => 'in time',
      );
      try {
        if ((await Promise.race([part.close(), late])) === 'late')
          printError(`${part.name} did not stop in time.`);
      } catch (error) {
        printError(`${part.name} failed to stop: ${(error as Error).message}`);
      } finally {
        timer.abort();
      }
    }
  };
  return {
    add: (name, close) => {
      parts.push({ name, close });
    },
    run: () => {
      running ??= closeAll();
      return running;
    },
  };
};

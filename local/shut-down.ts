import { setTimeout as wait } from 'node:timers/promises';

type Part = { name: string; close: () => Promise<unknown> | unknown };

export type ShutDown = {
  /** The parts are closed in the opposite order. */
  add(name: string, close: Part['close']): void;
  /** Closes all, each for at most so long as is left of 9 s. The second call joins the first. */
  run(): Promise<void>;
};

const limit = 9_000;

/** Collects what has to be closed at the end; one part that fails or hangs does not keep the next one open. */
export const createShutDown = (complain: (text: string) => void): ShutDown => {
  const parts: Part[] = [];
  let running: Promise<void> | null = null;
  const closeAll = async () => {
    const end = Date.now() + limit;
    for (;;) {
      const part = parts.pop();
      if (!part) return;
      const over = new AbortController();
      const late = wait(Math.max(500, end - Date.now()), 'late', { signal: over.signal }).catch(() => 'over');
      try {
        if ((await Promise.race([part.close(), late])) === 'late')
          complain(`${part.name} did not end in time.`);
      } catch (error) {
        complain(`${part.name} did not end well: ${(error as Error).message}`);
      } finally {
        over.abort();
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

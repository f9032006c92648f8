import { setTimeout as sleep } from 'node:timers/promises';

export type Readers = {
  /** When GETs were answered, as `performance.now()`. */
  answers: readonly { at: number; isStale: boolean }[];
  failures: number;
  stop(): Promise<void>;
};

const readerCount = 4;
const pauseMs = 100;
const requestTimeoutMs = 5_000;

/** Starts visitors who read the catalogue all the time. */
export const startReaders = (edgeUrl: string): Readers => {
  const readers = { answers: [] as { at: number; isStale: boolean }[], failures: 0 };
  let isStopping = false;
  const read = async () => {
    while (!isStopping) {
      try {
        const response = await fetch(`${edgeUrl}/courses?limit=5`, {
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
        await response.text();
        if (response.ok)
          readers.answers.push({
            at: performance.now(),
            isStale: response.headers.get('log-stale') === 'true',
          });
        else readers.failures += 1;
      } catch {
        readers.failures += 1;
      }
      await sleep(pauseMs);
    }
  };
  const loops = Promise.all(Array.from({ length: readerCount }, read));
  return Object.assign(readers, {
    stop: async () => {
      isStopping = true;
      await loops;
    },
  });
};

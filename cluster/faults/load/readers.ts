import { setTimeout as sleep } from 'node:timers/promises';

type Answer = { at: number; isStale: boolean };

export type Readers = {
  /** The successful answers that each reader received. `at` is the time of an answer as `performance.now()`. */
  answers: readonly (readonly Answer[])[];
  failures: number;
  stop(): Promise<void>;
};

const readerCount = 4;
const pauseMs = 100;
const requestTimeoutMs = 5_000;

/** Starts visitors who read the catalogue repeatedly. */
export const startReaders = (edgeUrl: string): Readers => {
  const answers = Array.from({ length: readerCount }, (): Answer[] => []);
  const readers = { answers, failures: 0 };
  let isStopping = false;
  const read = async (ownAnswers: Answer[]) => {
    while (!isStopping) {
      try {
        const response = await fetch(`${edgeUrl}/courses?limit=5`, {
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
        await response.text();
        if (response.ok)
          ownAnswers.push({
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
  const loops = Promise.all(answers.map(read));
  return Object.assign(readers, {
    stop: async () => {
      isStopping = true;
      await loops;
    },
  });
};

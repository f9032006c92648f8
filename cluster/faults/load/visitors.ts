import { setTimeout as sleep } from 'node:timers/promises';

type Answer = { at: number; isStale: boolean };

export type Visitors = {
  /** The successful answers that each visitor received. `at` is the time of an answer as `performance.now()`. */
  answers: readonly (readonly Answer[])[];
  failures: number;
  stop(): Promise<void>;
};

const visitorCount = 4;
const pauseMs = 100;
const requestTimeoutMs = 5_000;

/** Starts visitors who read the catalogue repeatedly. */
export const startVisitors = (edgeUrl: string): Visitors => {
  const answers = Array.from({ length: visitorCount }, (): Answer[] => []);
  const visitors = { answers, failures: 0 };
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
        else visitors.failures += 1;
      } catch {
        visitors.failures += 1;
      }
      await sleep(pauseMs);
    }
  };
  const loops = Promise.all(answers.map(read));
  return Object.assign(visitors, {
    stop: async () => {
      isStopping = true;
      await loops;
    },
  });
};

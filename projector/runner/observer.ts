import type { Parked } from './advance.ts';

/** What a runner tells of itself as it goes, for metrics, logs and readiness. */
export type RunnerObserver = {
  /** `standing-by`: another one leads; `failing`: this one cannot work at the moment, the error says why. */
  state(state: 'leading' | 'standing-by' | 'failing' | 'stopped', error?: Error): void;
  /** A stretch is in the tables of these models; `head` is the log's end when its last page was read. */
  advanced(models: readonly string[], stretch: { from: number; to: number; head: number }): void;
  parked(parked: Parked): void;
  /** The same work is done again after a pause. */
  retried(error: Error): void;
};

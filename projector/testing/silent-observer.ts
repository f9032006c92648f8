import type { RunnerObserver } from '../runner/lead.ts';

/** An observer that ignores the progress of a runner. Tests replace the methods that concern them. */
export const silentObserver: RunnerObserver = {
  state: () => {},
  advanced: () => {},
  parked: () => {},
  retried: () => {},
  worksAlone: () => {},
};

import type { Logger } from '#platform/logging.ts';
import type { ReactionsObserver } from '../reactors/work-off.ts';
import type { RunnerObserver } from '../runner/observer.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';

export type ProjectorState = {
  now: 'starting' | 'leading' | 'standing-by' | 'failing' | 'stopped';
  error: Error | null;
  /** When the state last was one in which the projector does its work. */
  started: Promise<void>;
};

/** Writes what happens into the log and the metrics, and keeps the state for `/readyz`. */
export const observe = (logger: Logger, metrics: ProjectorMetrics) => {
  const started = Promise.withResolvers<void>();
  const state: ProjectorState = { now: 'starting', error: null, started: started.promise };
  const runner: RunnerObserver = {
    state(now, error = undefined) {
      const changed = state.now !== now;
      state.now = now;
      state.error = error ?? null;
      metrics.leading.set(now === 'leading' ? 1 : 0);
      if (now === 'leading' || now === 'standing-by') started.resolve();
      if (now === 'failing') logger.error({ err: error }, 'the projector cannot work; trying again');
      else if (changed) logger.info({ state: now }, 'the projector is in another state');
    },
    advanced(models, { from, to }) {
      for (const model of models) metrics.events.inc({ model }, to - from);
    },
    parked: (parked) => logger.error(parked, 'an event cannot be projected: its stream is parked'),
    retried(error) {
      metrics.retries.inc();
      logger.warn({ err: error }, 'a page is projected again');
    },
  };
  const reactions: ReactionsObserver & { troubled: (error: unknown) => void } = {
    done: (reactor) => metrics.reactions.inc({ reactor, outcome: 'done' }),
    failed(reactor, position, attempts, error) {
      metrics.reactions.inc({ reactor, outcome: 'failed' });
      logger.warn({ reactor, position, attempts, err: error }, 'a reaction failed; trying again later');
    },
    troubled: (error) => logger.warn({ err: error }, 'reactions cannot be looked at'),
  };
  return { state, runner, reactions };
};

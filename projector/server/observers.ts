import type { LogReader } from '#events/log/log.ts';
import type { Logger } from '#platform/logging.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { ReactionObserver } from '../reactors/run-due-reactions.ts';
import type { RunnerObserver } from '../runner/lead.ts';
import type { ProjectorMetrics } from './projector-metrics.ts';
import { traceAdvance, traceReaction } from './trace-projections.ts';

type ProjectorState = {
  name: 'starting' | 'leading' | 'standing-by' | 'failing' | 'stopped';
  error: Error | null;
  /** Resolves when the projector leads or stands by for the first time. */
  started: Promise<void>;
};

/** Returns whether the projector leads or stands by, and is neither starting, failing nor stopped. */
export const isWorking = ({ name }: ProjectorState): boolean => name === 'leading' || name === 'standing-by';

/** Creates observers that write logs, metrics and traces and keep the state for `/readyz`. */
export const createObservers = (
  logger: Logger,
  metrics: ProjectorMetrics,
  { tracing, reader }: { tracing: Tracing | null; reader: Pick<LogReader, 'readPage'> },
) => {
  const started = Promise.withResolvers<void>();
  const state: ProjectorState = { name: 'starting', error: null, started: started.promise };
  const runner: RunnerObserver = {
    state(name, error) {
      const hasChanged = state.name !== name;
      state.name = name;
      state.error = error ?? null;
      metrics.leading.set(name === 'leading' ? 1 : 0);
      if (isWorking(state)) started.resolve();
      if (name === 'failing') logger.error({ err: error }, 'the projector failed; it will retry');
      else if (hasChanged) logger.info({ state: name }, 'the state of the projector has changed');
    },
    advanced(models, range, startedAt) {
      for (const model of models) metrics.events.inc({ model }, range.to - range.after);
      if (tracing) traceAdvance(tracing, models, range, startedAt);
    },
    parked: (parked) => logger.error(parked, 'an event cannot be projected; its stream is parked'),
    retried(error) {
      metrics.retries.inc();
      logger.warn({ err: error }, 'a page of events could not be applied; it will be retried');
    },
    worksAlone: (error) =>
      logger.warn(
        { err: error },
        'other connections could not be opened; large pages are applied on one connection, and late models wait',
      ),
  };
  const reactions: ReactionObserver & { unavailable: (error: unknown) => void } = {
    done(reactor, position, startedAt) {
      metrics.reactions.inc({ reactor, outcome: 'done' });
      if (tracing) traceReaction({ tracing, reader, logger }, { reactor, position, startedAt });
    },
    failed(reactor, position, attempts, error, startedAt) {
      metrics.reactions.inc({ reactor, outcome: 'failed' });
      if (tracing) traceReaction({ tracing, reader, logger }, { reactor, position, startedAt, error });
      logger.warn({ reactor, position, attempts, err: error }, 'a reaction failed; it will be retried');
    },
    unavailable: (error) => logger.warn({ err: error }, 'the due reactions cannot be read'),
  };
  return { state, runner, reactions };
};

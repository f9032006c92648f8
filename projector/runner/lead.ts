import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import type { LogPage, LogReader } from '#events/log/log.ts';
import { databaseBackoff } from '../connection/database-backoff.ts';
import { isTransient } from '../connection/is-transient.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import {
  loadCheckpoints,
  rejectCheckpointsAheadOfLog,
  rejectCheckpointsOfLostEvents,
} from '../projection/checkpoints.ts';
import { recordIgnoredEvents } from '../projection/ignored-events.ts';
import type { Projection } from '../projection/projection.ts';
import type { ReactionOutbox } from '../reactors/reaction-outbox.ts';
import { advance, type LogRange, type ParkedInModel } from './advance.ts';
import { groupByCheckpoint } from './group-by-checkpoint.ts';
import { type Advanced, catchUpLateModels, findLateModels } from './late-models.ts';
import { createParallelAdvance } from './parallel-advance.ts';
import { runTogether } from './run-together.ts';

/** Receives the progress of a runner, for metrics, logs and readiness. */
export type RunnerObserver = {
  /** `standing-by`: this runner waits to become the leader. `failing`: this runner cannot work because of the error. */
  state(state: 'leading' | 'standing-by' | 'failing' | 'stopped', error?: Error): void;
  /** A range of the log was applied to these models. `startedAt`: when that began, in milliseconds from `performance.now()`. */
  advanced(models: readonly string[], range: LogRange, startedAt: number): void;
  parked(stream: ParkedInModel): void;
  /** A page failed with a transient error and will be retried. */
  retried(error: Error): void;
  /** The leader could not open other connections. It applies large pages on its own connection, and late models wait. */
  worksAlone(error: Error): void;
};

export type LeadOptions = {
  reader: Pick<LogReader, 'tail' | 'head'>;
  projections: readonly Projection[];
  /** Where the reactions to events are stored; null if there are no reactors. */
  outbox: ReactionOutbox | null;
  observer: RunnerObserver;
  /** Called when all models, except late ones, have applied a page, with the new position. Must not throw; a returned promise is not awaited. */
  afterCommit: (position: number) => void;
  /** The maximum number of events in a page. */
  pageSize: number;
  /** Opens another connection to the current tables. */
  openWriter: () => Promise<Writer>;
};

/** Pages with at least this many events are applied to several models at the same time. For smaller pages the additional commits would cost more than they save. */
const minParallelEvents = 1_000;

/**
 * Runs the work, and repeats it with backoff after a transient error.
 * @throws any other error, and any error once the signal has aborted.
 */
const retryTransientErrors = async (
  work: () => Promise<void>,
  observer: RunnerObserver,
  signal: AbortSignal,
): Promise<void> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      observer.retried(toError(error));
      await pause(backoffMs(attempt, databaseBackoff), signal);
      signal.throwIfAborted();
    }
  }
};

/**
 * Does the work of the leader: tails the log from the lowest checkpoint of the reactors and of the models that are not late.
 * Applies each page to the models that lack it, and stores the reactions to it. Models at the same position advance in one
 * transaction, or for a large page in one transaction each. Late models catch up on a connection of their own until they have
 * reached the others. Resolves when the signal aborts.
 * @throws {SupersededError} if another runner has taken over; an Error if a model contains events that the log does not have; any error of
 * the database or the log, except transient errors while a page is applied.
 */
export const lead = async (writer: Writer, options: LeadOptions, signal: AbortSignal): Promise<void> => {
  const { reader, projections, outbox, observer } = options;
  const models = projections.map(({ model }) => model);
  const checkpoints = await loadCheckpoints(writer.db, models);
  rejectCheckpointsAheadOfLog(checkpoints, await reader.head());
  await rejectCheckpointsOfLostEvents(writer.db, models);
  await recordIgnoredEvents(writer.db, projections);
  const outboxPosition = (await outbox?.load(writer.db)) ?? Number.POSITIVE_INFINITY;

  const parallel = createParallelAdvance(writer, options.openWriter, observer.worksAlone);
  const noteAdvanced = (advanced: Advanced) => {
    for (const model of advanced.models) checkpoints.set(model, advanced.range.to);
    observer.advanced(advanced.models, advanced.range, advanced.startedAt);
    for (const stream of advanced.parked) observer.parked(stream);
  };
  const applyRange = async (group: readonly Projection[], range: LogRange): Promise<void> => {
    const startedAt = performance.now();
    const onAdvanced = (models: readonly string[], parked: readonly ParkedInModel[]) =>
      noteAdvanced({ models, range, parked, startedAt });
    if (range.events.length >= minParallelEvents) {
      await parallel.run(group, range, (model, parked) => onAdvanced([model], parked));
      return;
    }
    await parallel.close();
    const parked = await advance(writer.db, group, range);
    onAdvanced(
      group.map(({ model }) => model),
      parked,
    );
  };
  const late = findLateModels(projections, checkpoints);
  const others = projections.filter((projection) => !late.includes(projection));
  let areTogether = late.length === 0;
  /** The last position of the latest page, even while that page is being applied. The next page begins after it. */
  let position = Math.min(...others.map(({ model }) => checkpoints.get(model) ?? 0), outboxPosition);
  /** Late models that have reached the position lack no event of an earlier page, so they receive the next page together with the others. */
  const handOver = (reached: number): boolean => {
    areTogether = reached >= position;
    return areTogether;
  };
  const applyPage = async (page: LogPage): Promise<void> => {
    const to = page.events.at(-1)?.position;
    if (to === undefined) return;
    position = to;
    const followers = areTogether ? projections : others;
    for (const { group, range } of groupByCheckpoint(followers, checkpoints, page.events))
      await applyRange(group, range);
    await outbox?.storeReactions(writer.db, page.events);
    options.afterCommit(to);
  };

  const follow = async (signal: AbortSignal): Promise<void> => {
    for await (const page of reader.tail({ after: position, pageSize: options.pageSize, signal }))
      await retryTransientErrors(() => applyPage(page), observer, signal);
  };
  const catchUp = (signal: AbortSignal): Promise<void> =>
    catchUpLateModels(
      {
        ...{ ...options, late, checkpoints, handOver },
        onAdvanced: noteAdvanced,
        onRetry: observer.retried,
        onNoConnection: observer.worksAlone,
      },
      signal,
    );
  observer.state('leading');
  try {
    await runTogether(areTogether ? [follow] : [follow, catchUp], signal);
  } finally {
    await parallel.close();
  }
};

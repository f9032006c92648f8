import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import type { LogReader } from '#events/log/log.ts';
import { databaseBackoff } from '../connection/database-backoff.ts';
import { isTransient } from '../connection/is-transient.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { advance, type LogRange, type ParkedInModel } from './advance.ts';
import { groupByCheckpoint } from './group-by-checkpoint.ts';

/** A model that is more than this number of events behind the most advanced one is late. */
const maxLag = 10_000;

/** Returns the models that are far behind the most advanced one, for example new ones. How far a model is behind the log does not matter. */
export const findLateModels = (
  projections: readonly Projection[],
  checkpoints: ReadonlyMap<string, number>,
): Projection[] => {
  const first = Math.max(...checkpoints.values());
  return projections.filter(({ model }) => first - (checkpoints.get(model) ?? 0) > maxLag);
};

/** Models to which a range of the log was applied. `startedAt`: when that began, in milliseconds from `performance.now()`. */
export type Advanced = {
  models: readonly string[];
  range: LogRange;
  parked: readonly ParkedInModel[];
  startedAt: number;
};

type CatchUpOptions = {
  late: readonly Projection[];
  checkpoints: ReadonlyMap<string, number>;
  reader: Pick<LogReader, 'tail'>;
  openWriter: () => Promise<Writer>;
  pageSize: number;
  /** Must update the checkpoints. */
  onAdvanced: (advanced: Advanced) => void;
  onRetry: (error: Error) => void;
  /** Called when no connection can be opened. Further failures are reported only after a connection has been open. */
  onNoConnection: (error: Error) => void;
  /**
   * Called with the position that the late models have reached. Returns whether the leader applies further events to them together with the
   * other models.
   */
  handOver: (position: number) => boolean;
};

/** Applies pages until the late models are handed over, or the signal aborts. @returns whether they are handed over. */
const applyPages = async (
  { db }: Writer,
  { late, checkpoints, reader, pageSize, onAdvanced, handOver }: CatchUpOptions,
  signal: AbortSignal,
): Promise<boolean> => {
  const after = Math.min(...late.map(({ model }) => checkpoints.get(model) ?? 0));
  for await (const { events } of reader.tail({ after, pageSize, signal })) {
    for (const { group, range } of groupByCheckpoint(late, checkpoints, events)) {
      const startedAt = performance.now();
      const parked = await advance(db, group, range);
      onAdvanced({ models: group.map(({ model }) => model), range, parked, startedAt });
    }
    if (handOver(events.at(-1)?.position ?? after)) return true;
  }
  return false;
};

/**
 * Lets late models catch up on a connection of their own, so that the other models need not wait for them. The connection
 * holds no lock of the leader: if another projector takes over, the compare-and-set of the checkpoints fails. Retries after a
 * transient error, and while no connection can be opened. Resolves when the models are handed over, or the signal aborts.
 * @throws {SupersededError} if another runner has taken over; any permanent error of reading the log or applying events.
 */
export const catchUpLateModels = async (options: CatchUpOptions, signal: AbortSignal): Promise<void> => {
  let attempt = 0;
  let hasNoConnection = false;
  const onAdvanced = (advanced: Advanced) => {
    attempt = 0;
    options.onAdvanced(advanced);
  };
  while (!signal.aborted) {
    let writer: Writer | undefined;
    try {
      writer = await options.openWriter();
      hasNoConnection = false;
      const signalOfWriter = AbortSignal.any([signal, writer.connectionLost]);
      if (await applyPages(writer, { ...options, onAdvanced }, signalOfWriter)) return;
    } catch (error) {
      if (signal.aborted) return;
      // Without another connection only the late models wait. The leader continues with the others.
      if (writer === undefined) {
        if (!hasNoConnection) options.onNoConnection(toError(error));
        hasNoConnection = true;
      } else if (isTransient(error)) options.onRetry(toError(error));
      else throw error;
    } finally {
      await writer?.close();
    }
    await pause(backoffMs(attempt, databaseBackoff), signal);
    attempt += 1;
  }
};

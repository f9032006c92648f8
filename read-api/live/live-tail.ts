import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { ArchiveError } from '#events/archive/archive-error.ts';
import { UnknownEventError } from '#events/catalogue/codec/codec.ts';
import type { LogReader } from '#events/log/log.ts';
import type { Logger } from '#platform/logging.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { CheckpointSignal } from '../freshness/checkpoint-signal.ts';
import { type Checkpoints, reachedPosition } from '../freshness/checkpoints.ts';
import { createTraceUpdate } from './trace-update.ts';
import { loadLiveUpdates } from './updates/create-live-updates.ts';
import type { LiveUpdate } from './updates/live-update.ts';
import { liveModels } from './updates/live-update-definitions.ts';
import { RecentUpdates } from './updates/recent-updates.ts';

const pageSize = 500;
/** A starting node goes this many positions back, so that reconnecting clients can catch up from memory. */
const positionsBeforeStart = 2_000;
/** If the tail is further behind than this, clients fetch everything again. */
const maxPositionsBehind = 10_000;
const pollIntervalMs = 250;
/** The pause after an event of a newer release. Each such event makes all clients fetch everything again. */
const unknownEventPauseMs = 5_000;
const retryBackoff = { firstMs: 500, maxMs: 5_000 };
/** A burst is sent in parts of this size, measured in characters of JSON, so that sockets can be served in between. */
const burstPartSize = 65_536;

export type LiveTailDependencies = {
  readCheckpoints: () => Promise<Checkpoints>;
  checkpointSignal: Pick<CheckpointSignal, 'wait'>;
  log: Pick<LogReader, 'readAt'>;
  tables: Kysely<ReadTables>;
  logger: Logger;
  tracing: Tracing | null;
  /** See `LiveLimits`. */
  maxRecentUpdates: number;
};

type LiveTailListener = {
  onLiveUpdate: (update: LiveUpdate) => void;
  /** Called if live updates cannot bring clients up to date, so clients have to fetch everything again. */
  onRefetchNeeded: () => void;
};

/**
 * Tails the log up to the checkpoints of the live models, for all sockets of this node. A live update is sent, remembered
 * and counted in `position` in one turn of the event loop. A socket whose session reads `position` and `recentUpdates` and joins
 * rooms in one turn, too, neither misses an update nor receives one twice.
 */
export class LiveTail {
  #position = 0;
  #logId = '';
  /** The sum of the epochs of all models. Epochs only grow. */
  #epochs = 0;
  #hasStarted = false;
  #isInterrupted = false;
  #hasParkedStreams = false;
  /** Whether the latest events contained one of a newer release. */
  #hasFoundUnknownEvent = false;
  #recentUpdates: RecentUpdates;
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  readonly #waiting = new Set<() => void>();
  readonly #dependencies: LiveTailDependencies;
  readonly #listener: LiveTailListener;

  constructor(dependencies: LiveTailDependencies, listener: LiveTailListener) {
    this.#dependencies = dependencies;
    this.#recentUpdates = new RecentUpdates(0, dependencies.maxRecentUpdates);
    this.#listener = listener;
  }

  /** The position up to which live updates were sent. */
  get position(): number {
    return this.#position;
  }
  get logId(): string {
    return this.#logId;
  }
  get recentUpdates(): RecentUpdates {
    return this.#recentUpdates;
  }
  get hasParkedStreams(): boolean {
    return this.#hasParkedStreams;
  }
  /** Whether the tail waits because it could not read, or because the primary does not answer. Meanwhile it sends nothing. */
  get isInterrupted(): boolean {
    return this.#isInterrupted && !this.#stop.signal.aborted;
  }

  /** Starts the tail. Resolves when it has reached the position that the live models had at the start. */
  start(): Promise<void> {
    this.#running ??= this.#run();
    return this.#started.promise;
  }

  /** Starts the tail if it has not been started yet. Returns whether the start was complete within the timeout. */
  async waitForStart(timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    const started = this.start().then(() => true);
    return Promise.race([started, promise]).finally(() => clearTimeout(timer));
  }

  /** Returns whether the tail has reached the position within the timeout. */
  async waitForPosition(position: number, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    while (this.#position < position && !this.#stop.signal.aborted) {
      const remainingMs = deadline - performance.now();
      if (remainingMs <= 0) return false;
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          this.#waiting.delete(finish);
          resolve();
        };
        const timer = setTimeout(finish, remainingMs);
        this.#waiting.add(finish);
      });
    }
    return this.#position >= position;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#wakeWaiting();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { readCheckpoints, checkpointSignal, logger } = this.#dependencies;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      try {
        const checkpoints = await readCheckpoints();
        await this.#follow(checkpoints);
        this.#isInterrupted = checkpoints.isPrimaryUnreachable;
        this.#started.resolve();
        failures = 0;
        await checkpointSignal.wait(pollIntervalMs, this.#stop.signal);
        if (this.#hasFoundUnknownEvent) await pause(unknownEventPauseMs, this.#stop.signal);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#isInterrupted = true;
        logger.warn({ err: error }, 'The live tail could not read. It will retry.');
        // Clients may wait for a position that was reached before the failure.
        this.#wakeWaiting();
        await checkpointSignal.wait(backoffMs(failures, retryBackoff), this.#stop.signal);
        failures += 1;
      }
    }
  }

  /** Sends everything up to the checkpoints. */
  async #follow(checkpoints: Checkpoints): Promise<void> {
    // The replica may be behind what was sent, or contain events that the next primary lacks. A tail that starts during
    // the outage takes the replica's position, so that sockets are served.
    if (checkpoints.isPrimaryUnreachable && this.#hasStarted) return;
    const target = reachedPosition(checkpoints, liveModels);
    const liveCheckpoints = liveModels.map((model) => checkpoints.models.get(model));
    // Pages also show rows of models that are in no live update. A new model begins with epoch 0, so it does not change the sum.
    const epochs = [...checkpoints.models.values()].reduce((sum, { epoch }) => sum + epoch, 0);
    this.#hasParkedStreams = liveCheckpoints.some((checkpoint) => (checkpoint?.parkedStreams ?? 0) > 0);
    // A start that failed begins again. Otherwise the node would admit sockets before it has read what their clients have seen.
    const isStarting = !this.#hasStarted;
    if (isStarting) this.#jumpTo(checkpoints.logId, Math.max(0, target - positionsBeforeStart));
    else if (
      checkpoints.logId !== this.#logId ||
      checkpoints.head < this.#position ||
      target - this.#position > maxPositionsBehind
    ) {
      // The log has a different history, was restored to an earlier state, or has grown too much at once.
      this.#jumpTo(checkpoints.logId, target);
      this.#listener.onRefetchNeeded();
    }
    if (!(await this.#sendUpTo(target, isStarting))) {
      this.#jumpTo(checkpoints.logId, target);
      if (!isStarting) this.#listener.onRefetchNeeded();
    }
    if (!isStarting && epochs !== this.#epochs) this.#listener.onRefetchNeeded();
    this.#epochs = epochs;
    this.#hasStarted = true;
    this.#wakeWaiting();
  }

  /**
   * Sends the live updates up to a position.
   * @param isStarting whether the tail is starting. In that case, no socket has joined a room yet.
   * @returns false if there is an event of a newer release, or archived events cannot be read. This node cannot tell what such an event
   * changes, so clients have to fetch everything again. The read tables contain the change, because the projector has applied it.
   */
  async #sendUpTo(target: number, isStarting: boolean): Promise<boolean> {
    this.#hasFoundUnknownEvent = false;
    try {
      while (this.#position < target && !this.#stop.signal.aborted) await this.#sendPage(target, isStarting);
      return true;
    } catch (error) {
      if (error instanceof ArchiveError) {
        // A node must be able to start without the object store.
        this.#dependencies.logger.warn(
          { err: error },
          'Archived events cannot be read. Clients fetch everything again.',
        );
        return false;
      }
      if (!(error instanceof UnknownEventError)) throw error;
      this.#dependencies.logger.error(
        { err: error },
        'The log contains an event of a newer release. Clients fetch everything again. Update this node.',
      );
      this.#hasFoundUnknownEvent = true;
      return false;
    }
  }

  #jumpTo(logId: string, position: number) {
    this.#logId = logId;
    this.#position = position;
    this.#recentUpdates = new RecentUpdates(position, this.#dependencies.maxRecentUpdates);
  }

  async #sendPage(target: number, isStarting: boolean): Promise<void> {
    const { log, tables, tracing } = this.#dependencies;
    const startedAt = performance.now();
    // Not `readPage`: for a full page it also asks for the head, which is not needed here.
    const positions = Array.from(
      { length: Math.min(pageSize, target - this.#position) },
      (_, index) => this.#position + 1 + index,
    );
    const events = await log.readAt(positions);
    const last = events.at(-1);
    if (!last)
      throw new Error(`The log has no event after ${this.#position}, but the read models are at ${target}.`);
    const updates = await loadLiveUpdates(tables, events, this.#hasParkedStreams);
    const traceUpdate = tracing && !isStarting ? createTraceUpdate(tracing, events, startedAt) : null;
    let size = 0;
    for (const update of updates) {
      this.#recentUpdates.add(update);
      this.#listener.onLiveUpdate(update);
      this.#position = update.position;
      traceUpdate?.(update);
      for (const { message } of update.deliveries) size += JSON.stringify(message).length;
      if (size < burstPartSize) continue;
      size = 0;
      await nextTurn();
    }
    this.#position = last.position;
  }

  #wakeWaiting() {
    for (const finish of [...this.#waiting]) finish();
  }
}

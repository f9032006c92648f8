/**
 * Group append: requests queue while the previous batch commits, and then go to the database in one call. The log's lock
 * is held for one commit per batch instead of one per append, which makes positions without gaps cheap.
 *
 * States of a request:
 * - `encoding`: the keys of its personal fields are fetched. → `locking`, or rejected if it cannot be encoded.
 * - `locking`: it waits for earlier requests of this process that use the same streams or idempotency key. → `ready`
 * - `ready`: it waits for a free connection. → `sent`, or rejected if its deadline passes while the database is failing.
 * - `sent`: it is in a batch. → resolved with its result, or `retrying` if the batch fails.
 * - `retrying`: it is sent alone until it succeeds, fails permanently or its deadline passes. → resolved or rejected.
 *
 * States of a connection: `idle` (in `#idle`) or busy with one batch, including the retries of its requests.
 *
 * States of the appender: `open` → `draining` (no new requests) → `closed`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '#concurrency/backoff-ms.ts';
import { classifyFailure } from '../database-failure.ts';
import {
  type AppendRequest,
  type AppendResult,
  type Budget,
  type LogAppender,
  LogUnavailableError,
  type SettledAppends,
} from '../log.ts';
import type { PersonKeys } from '../person-keys.ts';
import { LockRequest, StreamLocks } from '../stream-locks.ts';
import { AppendConnection } from './append-connection.ts';
import { AppendNotifier } from './append-notifier.ts';
import { BudgetReserves } from './budget-reserves.ts';
import { type ConnectionOptions, timeoutMsOf } from './connection.ts';
import { type EncodedRequest, encodeRequest } from './encoded-request.ts';
import { LastAppend } from './last-append.ts';
import { maxBatchRequests, takeBatch } from './take-batch.ts';

/**
 * If at least this many requests are ready, they are divided among the idle connections instead of forming one batch: while
 * one batch commits, the next is encoded and sent. Otherwise clients that get their answers together would also send
 * their next requests together, and the process and the database would take turns waiting for each other. One
 * measurement showed 12,700 instead of 10,500 appends per second with 64 requests in flight, a later one no difference
 * (bench/log/README.md).
 */
const minRequestsToDivide = 32;
/** Requests beyond this are rejected at once, because the database cannot keep up. */
const maxPending = 20_000;
const retryBackoff = { firstMs: 10, maxMs: 200 };

/** A request that is `locking`, `ready`, `sent` or `retrying`. */
type PendingAppend = {
  encoded: EncodedRequest;
  lock: LockRequest;
  /** Milliseconds, in the time of `performance.now()`. */
  deadline: number;
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};

type AppenderOptions = ConnectionOptions & {
  /** Provides the keys of personal fields. */
  vault: PersonKeys;
  /** 2 by default: one batch is prepared while the other commits. */
  connections?: 1 | 2 | 3;
  /** The budget of each actor who is a person; by default there is none, and nothing is counted. */
  budget?: Budget | null;
  /** Called after each successful batch, and for each request that is retried alone or fails after it was queued. Must not throw. */
  onSettled?: ((settled: SettledAppends) => void) | undefined;
};

const createTimeoutError = (cause: unknown) =>
  new LogUnavailableError('The log did not accept the events in time. Try again in a moment.', { cause });

class GroupAppender implements LogAppender {
  readonly #personKeys: PersonKeys;
  readonly #locks = new StreamLocks();
  readonly #notifier: AppendNotifier;
  readonly #lastAppend: LastAppend;
  readonly #connections: readonly AppendConnection[];
  readonly #idle: AppendConnection[];
  readonly #timeoutMs: number;
  readonly #onSettled: AppenderOptions['onSettled'];
  #state: 'open' | 'draining' | 'closed' = 'open';
  /** Requests in all states, including `encoding`. */
  #pendingCount = 0;
  #ready: PendingAppend[] = [];
  #isFlushScheduled = false;
  /**
   * The last failure that was not permanent; null if a call has succeeded since. It is the cause of the errors with which overdue requests
   * are rejected.
   */
  #lastFailure: unknown = null;
  readonly #drained = Promise.withResolvers<void>();

  constructor(options: AppenderOptions) {
    const { vault, connections = 2, budget = null } = options;
    this.#personKeys = vault;
    this.#timeoutMs = timeoutMsOf(options);
    this.#onSettled = options.onSettled;
    this.#notifier = new AppendNotifier(options);
    // In another run of the primary, the database may have lost keys that are cached here. The cache is also emptied when the first run
    // becomes known, because keys may have been cached before.
    this.#lastAppend = new LastAppend(() => vault.evictAll());
    const reserves = budget && new BudgetReserves(budget);
    this.#connections = Array.from(
      { length: connections },
      () => new AppendConnection(options, reserves, (run, client) => this.#lastAppend.confirmIn(run, client)),
    );
    this.#idle = [...this.#connections];
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      if (this.#state !== 'open') throw new LogUnavailableError('The appender was closed.');
      if (request.metadata.seeded) throw new TypeError('Only a seeder can append seeded events.');
      if (this.#pendingCount >= maxPending)
        throw new LogUnavailableError(`${maxPending} appends are already waiting. Try again in a moment.`);
      // A request that names no run gets the current one: in another run, the keys that encrypt its personal fields may be lost.
      const readInRun = request.readInRun ?? this.#lastAppend.run;
      const encoded = encodeRequest(
        readInRun === null ? request : { ...request, readInRun },
        this.#personKeys,
      );
      this.#pendingCount += 1;
      if (encoded instanceof Promise)
        encoded.then(
          (result) => this.#lock(result, resolve, reject),
          (error) => {
            this.#countSettled();
            reject(error);
          },
        );
      else this.#lock(encoded, resolve, reject);
    });
  }

  /** Waits for pending requests, at most twice their timeout, and closes the connections. */
  async close(): Promise<void> {
    this.#state = 'draining';
    if (this.#pendingCount > 0)
      await Promise.race([this.#drained.promise, sleep(2 * this.#timeoutMs, undefined, { ref: false })]);
    this.#state = 'closed';
    await this.#notifier.close();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #lock(encoded: EncodedRequest, resolve: PendingAppend['resolve'], reject: PendingAppend['reject']): void {
    const locks = encoded.expectations.map(({ stream, isWritten }) => ({
      name: stream,
      isExclusive: isWritten,
    }));
    // NUL distinguishes keys from streams, whose names cannot contain it.
    if (encoded.key !== null) locks.push({ name: `\u0000${encoded.key}`, isExclusive: true });
    const pending: PendingAppend = {
      encoded,
      lock: new LockRequest(locks, () => {
        this.#ready.push(pending);
        this.#scheduleFlush();
      }),
      deadline: performance.now() + this.#timeoutMs,
      resolve,
      reject,
    };
    this.#locks.acquire(pending.lock);
  }

  /** Sends ready requests in the next turn of the event loop, so that requests of this turn can share a batch. */
  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#idle.length === 0) return;
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      while (this.#ready.length > 0) {
        const connection = this.#idle.pop();
        if (!connection) return;
        const share = Math.ceil(this.#ready.length / (this.#idle.length + 1));
        const batch = this.#takeBatch(
          this.#ready.length < minRequestsToDivide ? maxBatchRequests : Math.min(share, maxBatchRequests),
        );
        if (batch.length === 0) this.#idle.push(connection);
        else void this.#sendBatch(connection, batch);
      }
    });
  }

  #takeBatch(maxRequests: number): PendingAppend[] {
    const failure = this.#lastFailure;
    // Deadlines count only while the database is failing.
    const overdueBefore = failure === null ? null : performance.now();
    const { batch, overdue, rest } = takeBatch(this.#ready, { maxRequests, overdueBefore });
    this.#ready = rest;
    for (const pending of overdue) this.#reject(pending, createTimeoutError(failure));
    return batch;
  }

  async #sendBatch(connection: AppendConnection, batch: readonly PendingAppend[]): Promise<void> {
    connection.endIfRequestsAreFromOtherRun(batch.map(({ encoded }) => encoded));
    const sentAt = performance.now();
    try {
      this.#resolve(batch, await this.#send(connection, batch), sentAt);
    } catch (error) {
      // One bad request must not fail the whole batch, so each request is retried on its own.
      for (const pending of batch) await this.#retryAlone(connection, pending, error);
    }
    this.#idle.push(connection);
    this.#scheduleFlush();
  }

  async #send(connection: AppendConnection, batch: readonly PendingAppend[]): Promise<AppendResult[]> {
    try {
      const results = await connection.append(batch.map(({ encoded }) => encoded));
      this.#lastFailure = null;
      return results;
    } catch (error) {
      if (classifyFailure(error) !== 'permanent') this.#lastFailure = error;
      throw error;
    }
  }

  /**
   * Sends a request alone until it succeeds, fails permanently or its deadline passes.
   *
   * If the connection broke, the batch may have been committed anyway. A request with an idempotency key is then
   * answered `repeated`; a request without one conflicts with its own events, which is recognized by the command id.
   * @param cause why the batch failed.
   */
  async #retryAlone(connection: AppendConnection, pending: PendingAppend, cause: unknown): Promise<void> {
    let lastError = cause;
    let mayBeCommitted = classifyFailure(cause) === 'unknown';
    if (classifyFailure(cause) !== 'permanent' && performance.now() > pending.deadline) {
      this.#reject(pending, createTimeoutError(cause));
      return;
    }
    for (let attempt = 0; ; attempt += 1) {
      const sentAt = performance.now();
      try {
        const [result] = await this.#send(connection, [pending]);
        if (!result) throw new Error('The append function returned no result.');
        const ownPosition =
          mayBeCommitted && result.outcome === 'conflict'
            ? await connection.findAppended(pending.encoded)
            : null;
        this.#resolve(
          [pending],
          [ownPosition === null ? result : { outcome: 'appended', position: ownPosition }],
          sentAt,
        );
        return;
      } catch (error) {
        lastError = error;
        const failure = classifyFailure(error);
        if (failure === 'permanent') {
          this.#reject(pending, error);
          return;
        }
        mayBeCommitted ||= failure === 'unknown';
      }
      const delayMs = backoffMs(attempt, retryBackoff);
      if (performance.now() + delayMs > pending.deadline) break;
      await sleep(delayMs);
    }
    this.#reject(pending, createTimeoutError(lastError));
  }

  #resolve(batch: readonly PendingAppend[], results: readonly AppendResult[], sentAt: number): void {
    let lastPosition = 0;
    for (const [index, pending] of batch.entries()) {
      const result = results[index];
      if (!result) continue;
      if (result.outcome === 'appended') {
        if (pending.encoded.events.length > 0) {
          lastPosition = result.position;
          this.#lastAppend.remember(result.position, pending.encoded.commandId);
        }
        for (const person of pending.encoded.destroyKeysOf) this.#personKeys.evict(person);
      }
      pending.resolve(result);
      this.#release(pending);
    }
    this.#notifier.notify(lastPosition);
    this.#reportSettled(batch, sentAt, (index) => results[index]?.outcome ?? 'failed');
  }

  #reportSettled(
    batch: readonly PendingAppend[],
    sentAt: number | null,
    outcomeOf: (index: number) => SettledAppends['appends'][number]['outcome'],
  ): void {
    this.#onSettled?.({
      sentAt,
      appends: batch.map(({ encoded: { correlationId }, deadline }, index) => ({
        correlationId,
        queuedAt: deadline - this.#timeoutMs,
        outcome: outcomeOf(index),
      })),
    });
  }

  #reject(pending: PendingAppend, error: unknown): void {
    pending.reject(error);
    this.#release(pending);
    this.#reportSettled([pending], null, () => 'failed');
  }

  #release(pending: PendingAppend): void {
    this.#locks.release(pending.lock);
    this.#countSettled();
  }

  #countSettled(): void {
    this.#pendingCount -= 1;
    if (this.#pendingCount === 0 && this.#state === 'draining') this.#drained.resolve();
  }
}

/**
 * Opens an appender. Each connection is opened by the first batch that it sends.
 * @param options.timeoutMs the timeout of each statement. While the database is failing, it is also the timeout of a whole append: an
 * append that has waited longer is rejected.
 */
export const openAppender = (options: AppenderOptions): LogAppender => new GroupAppender(options);

/**
 * The group append. Requests queue in the process for as long as the last batch is committing, then go as ONE call of
 * the database, answered one by one. The lock of the log is held for one commit a batch, not one an append: that is
 * why dense positions cost nothing.
 */
import type { Client } from 'pg';
import type { WritingVault } from '../../vault/vault.ts';
import { callAppend } from './append-call.ts';
import { type ConnectionOptions, connectAppender } from './connection.ts';
import { type EncodedRequest, encodeRequest } from './encoded-request.ts';
import { failureOf } from '../database-failure.ts';
import { type AppendRequest, type AppendResult, type LogAppender, LogUnavailableError } from '../log.ts';
import { Turn, Turns } from '../stream-locks.ts';
import { WakeUp } from './append-notifier.ts';

const largestBatch = 128;
const largestBytes = 1 << 20;
/**
 * So many are shared out among the connections that are free, instead of going together: while one batch commits, the next
 * is encoded and sent. All 64 who were answered together would otherwise ask together again, for ever, and the
 * database would wait for the process and the process for the database. One measurement gave 12,700/s instead of
 * 10,500/s at 64 in flight; a later one no difference (bench/log/README.md).
 */
const worthSharing = 32;
/** How many may wait in the process: beyond that the database does not keep up, and the sender is told at once. */
const longestQueue = 20_000;
/** An append is tried for so long, then its sender is told that the log cannot be reached. */
const patience = 2_000;

type Waiting = {
  encoded: EncodedRequest;
  turn: Turn;
  deadline: number;
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};

const unavailable = (cause: unknown) =>
  new LogUnavailableError(
    'The log could not be reached in time. The command may be sent again with its key.',
    {
      cause,
    },
  );

const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

class GroupAppender implements LogAppender {
  readonly #options: ConnectionOptions;
  readonly #vault: WritingVault;
  readonly #turns = new Turns();
  readonly #wakeUp: WakeUp;
  /** Those whose turn has come at all their streams and their key. */
  #ready: Waiting[] = [];
  #waiting = 0;
  #idle: { client: Client | null }[];
  readonly #lanes: readonly { client: Client | null }[];
  #flushing = false;
  /** The last error, while the database cannot be reached or does not get on: who has waited too long is told then. */
  #trouble: unknown = null;
  #closed = false;
  #drained: (() => void) | null = null;

  constructor(options: ConnectionOptions, vault: WritingVault, connections: number) {
    this.#options = options;
    this.#vault = vault;
    this.#wakeUp = new WakeUp(options);
    this.#lanes = Array.from({ length: connections }, () => ({ client: null }));
    this.#idle = [...this.#lanes];
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new LogUnavailableError('The appender was closed.');
      if (request.metadata.seeded) throw new TypeError('Only a seeder writes seeded events.');
      if (this.#waiting >= longestQueue)
        throw new LogUnavailableError(`${longestQueue} appends are waiting already. Try again in a moment.`);
      const encoded = encodeRequest(request, this.#vault);
      this.#waiting += 1;
      if (encoded instanceof Promise)
        encoded.then(
          (done) => this.#enqueue(done, resolve, reject),
          (error) => {
            this.#leave();
            reject(error);
          },
        );
      else this.#enqueue(encoded, resolve, reject);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting > 0) {
      const drained = new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
      await Promise.race([drained, sleep(2 * patience)]);
    }
    await this.#wakeUp.close();
    await Promise.all(this.#lanes.map((lane) => lane.client?.end().catch(() => undefined)));
  }

  #enqueue(encoded: EncodedRequest, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
    const needs = encoded.expects.map(({ stream, written }) => ({ name: stream, exclusive: written }));
    if (encoded.key !== null) needs.push({ name: `\u0000${encoded.key}`, exclusive: true });
    const waiting: Waiting = {
      encoded,
      turn: new Turn(needs, () => {
        this.#ready.push(waiting);
        this.#flush();
      }),
      deadline: performance.now() + patience,
      resolve,
      reject,
    };
    this.#turns.ask(waiting.turn);
  }

  /** On the next tick, so that all who ask in this one go together; no timer. */
  #flush(): void {
    if (this.#flushing || this.#idle.length === 0) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      while (this.#ready.length > 0) {
        const lane = this.#idle.pop();
        if (!lane) return;
        const share = Math.ceil(this.#ready.length / (this.#idle.length + 1));
        const batch = this.#take(
          this.#ready.length < worthSharing ? largestBatch : Math.min(share, largestBatch),
        );
        if (batch.length === 0) this.#idle.push(lane);
        else void this.#run(lane, batch);
      }
    });
  }

  #take(most: number): Waiting[] {
    const now = this.#trouble === null ? 0 : performance.now();
    const batch: Waiting[] = [];
    let bytes = 0;
    let taken = 0;
    for (const waiting of this.#ready) {
      if (batch.length === most || (batch.length > 0 && bytes + waiting.encoded.bytes > largestBytes)) break;
      taken += 1;
      if (waiting.deadline < now) {
        // Settled in a step of its own: it starts others, which join the list that is walked here.
        queueMicrotask(() => this.#settle(waiting, () => waiting.reject(unavailable(this.#trouble))));
        continue;
      }
      bytes += waiting.encoded.bytes;
      batch.push(waiting);
    }
    this.#ready = taken === this.#ready.length ? [] : this.#ready.slice(taken);
    return batch;
  }

  async #run(lane: { client: Client | null }, batch: readonly Waiting[]): Promise<void> {
    try {
      this.#answer(batch, await this.#send(lane, batch));
    } catch (error) {
      // Whoever spoilt the batch spoils nothing for its neighbours: each is tried again alone.
      for (const waiting of batch) await this.#tryAlone(lane, waiting, error);
    }
    this.#idle.push(lane);
    this.#flush();
  }

  async #send(lane: { client: Client | null }, batch: readonly Waiting[]): Promise<AppendResult[]> {
    const requests = batch.map(({ encoded }) => encoded);
    try {
      lane.client ??= await connectAppender(this.#options);
      const results = await callAppend(lane.client, requests);
      this.#trouble = null;
      return results;
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== 'lasting') this.#trouble = error;
      if (failure === 'unknown') {
        const lost = lane.client;
        lane.client = null;
        lost?.end().catch(() => undefined);
      }
      throw error;
    }
  }

  /**
   * @param cause why the batch failed. If the line broke it may have been committed all the same: a key then answers
   * `repeated`, and without a key the conflict that it makes with itself is recognised.
   */
  async #tryAlone(lane: { client: Client | null }, waiting: Waiting, cause: unknown): Promise<void> {
    let last = cause;
    let uncertain = failureOf(cause) === 'unknown';
    if (failureOf(cause) !== 'lasting' && performance.now() > waiting.deadline) {
      this.#settle(waiting, () => waiting.reject(unavailable(cause)));
      return;
    }
    for (let pause = 10; ; pause = Math.min(2 * pause, 200)) {
      try {
        const [result] = await this.#send(lane, [waiting]);
        if (!result) throw new Error('The log did not answer.');
        const done =
          uncertain && result.outcome === 'conflict' ? await this.#ownPosition(lane, waiting) : null;
        this.#answer([waiting], [done === null ? result : { outcome: 'appended', position: done }]);
        return;
      } catch (error) {
        last = error;
        const failure = failureOf(error);
        if (failure === 'lasting') {
          this.#settle(waiting, () => waiting.reject(last));
          return;
        }
        uncertain ||= failure === 'unknown';
      }
      if (performance.now() + pause > waiting.deadline) break;
      await sleep(pause);
    }
    this.#settle(waiting, () => waiting.reject(unavailable(last)));
  }

  /** The position of the request's last event if this very command has written it, else null. */
  async #ownPosition(lane: { client: Client | null }, { encoded }: Waiting): Promise<number | null> {
    const event = encoded.events.at(-1);
    if (!event) return null;
    const { rows } = (await lane.client?.query<{ position: string }>(
      'select position from log.events where stream = $1 and version = $2 and command_id = $3',
      [event.stream, event.version, encoded.commandId],
    )) ?? { rows: [] };
    return rows[0] ? Number(rows[0].position) : null;
  }

  #answer(batch: readonly Waiting[], results: readonly AppendResult[]): void {
    let last = 0;
    for (const [index, waiting] of batch.entries()) {
      const result = results[index];
      if (!result) continue;
      if (result.outcome === 'appended' && waiting.encoded.events.length > 0) last = result.position;
      if (result.outcome === 'appended')
        for (const person of waiting.encoded.destroy) this.#vault.forget(person);
      this.#settle(waiting, () => waiting.resolve(result));
    }
    this.#wakeUp.signal(last);
  }

  #settle(waiting: Waiting, tell: () => void): void {
    tell();
    this.#turns.release(waiting.turn);
    this.#leave();
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#drained?.();
  }
}

/**
 * @param options.role a database role to take on, where services share one login (see migrations 0005).
 * @param options.connections 1 to 3; two let the next batch be prepared while the last one commits.
 */
export const openAppender = (
  options: ConnectionOptions & { vault: WritingVault; connections?: 1 | 2 | 3 },
): LogAppender => new GroupAppender(options, options.vault, options.connections ?? 2);

import { Client, type ClientConfig, type Pool } from 'pg';
import { backoffMs } from '#concurrency/backoff-ms.ts';

/** @param payload of the notification; null after each (re)connect, when notifications may have been missed. */
type NotificationHandler = (payload: string | null) => void;

const reconnectBackoff = { firstMs: 50, maxMs: 5_000 };
const defaultAnswerTimeoutMs = 5_000;
const defaultHeartbeatMs = 10_000;

/**
 * The states of the connection:
 * - `idle` → `connecting`: with the first subscription.
 * - `connecting` → `listening`: LISTEN succeeded; all handlers are called with null.
 * - `connecting`, `listening` → `waiting`: the connection failed or was lost, or a heartbeat was not answered.
 * - `waiting` → `connecting`: after the backoff, which doubles with each failed attempt.
 * - any → `closed`: by `close()`.
 */
type State = 'idle' | 'connecting' | 'listening' | 'waiting' | 'closed';

/** Returns the settings of a pool's connections, for a connection outside the pool. */
export const clientConfigOf = ({ options }: Pick<Pool, 'options'>): ClientConfig => ({
  ...options,
  // pg makes the password non-enumerable, so the spread omits it.
  ...(options.password ? { password: options.password } : {}),
});

/**
 * LISTENs on channels with a dedicated connection and reconnects whenever it is lost. Notifications are only hints and
 * may be lost. So a subscriber must also poll, or let its cache expire.
 *
 * It sends heartbeats, because a connection to a machine that has disappeared seems open for hours: no notifications arrive, and the end
 * of the connection is not noticed.
 */
export class NotificationListener {
  readonly #connection: ClientConfig;
  readonly #listenSql: string;
  readonly #onConnectionLost: (error: Error | undefined) => void;
  readonly #heartbeatMs: number;
  readonly #answerTimeoutMs: number;
  readonly #subscriptions = new Set<{ handler: NotificationHandler; channel: string | undefined }>();
  #state: State = 'idle';
  #client: Client | null = null;
  #retryTimer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #failures = 0;
  #connecting: Promise<void> = Promise.resolve();

  /**
   * @param options.connection of the primary: replicas do not support LISTEN.
   * @param options.channels constant names, never input.
   * @param options.onConnectionLost called when connecting fails or the connection is lost, for logging.
   * @param options.heartbeatMs the time between two heartbeats; 10,000 by default.
   * @param options.answerTimeoutMs an answer of the database that takes longer counts as a lost connection; 5,000 by default. It replaces
   * `query_timeout` in `connection`, which may be long.
   */
  constructor(options: {
    connection: ClientConfig;
    channels: readonly string[];
    onConnectionLost?: (error: Error | undefined) => void;
    heartbeatMs?: number;
    answerTimeoutMs?: number;
  }) {
    this.#connection = options.connection;
    this.#listenSql = options.channels.map((channel) => `listen ${channel}`).join(';');
    this.#onConnectionLost = options.onConnectionLost ?? (() => undefined);
    this.#heartbeatMs = options.heartbeatMs ?? defaultHeartbeatMs;
    this.#answerTimeoutMs = options.answerTimeoutMs ?? defaultAnswerTimeoutMs;
  }

  /**
   * Calls the handler for each notification, and with null after each (re)connect.
   * @param channel only notifications of this channel; all channels unless given.
   * @returns a function that ends the subscription.
   */
  subscribe(handler: NotificationHandler, channel?: string): () => void {
    const subscription = { handler, channel };
    this.#subscriptions.add(subscription);
    if (this.#state === 'idle') this.#startConnecting();
    return () => this.#subscriptions.delete(subscription);
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#heartbeat);
    await this.#connecting;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #startConnecting(): void {
    this.#state = 'connecting';
    this.#connecting = this.#connect();
  }

  async #connect(): Promise<void> {
    const client = new Client({
      ...{ connectionTimeoutMillis: 3_000, keepAlive: true },
      ...this.#connection,
      query_timeout: this.#answerTimeoutMs,
    });
    let isLost = false;
    const onLost = (error?: Error) => {
      if (isLost) return;
      isLost = true;
      if (this.#client === client) this.#client = null;
      client.removeAllListeners();
      // An error after the loss no longer has a handler and would end the process.
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
      this.#retry(error);
    };
    client.once('error', onLost).once('end', onLost);
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of this.#subscriptions)
        if ((subscription.channel ?? channel) === channel) subscription.handler(payload ?? '');
    });
    try {
      await client.connect();
      await client.query(this.#listenSql);
    } catch (error) {
      onLost(error instanceof Error ? error : undefined);
      return;
    }
    this.#client = client;
    if (this.#state === 'closed') return;
    this.#state = 'listening';
    this.#failures = 0;
    this.#scheduleHeartbeat(client, onLost);
    for (const { handler } of this.#subscriptions) handler(null);
  }

  /** Sends the next heartbeat when the last one was answered. */
  #scheduleHeartbeat(client: Client, onLost: (error: Error) => void): void {
    this.#heartbeat = setTimeout(() => {
      // The heartbeat repeats LISTEN, which changes nothing. So `pg_stat_activity` still shows the purpose of the connection.
      client.query(this.#listenSql).then(() => {
        if (this.#client === client) this.#scheduleHeartbeat(client, onLost);
      }, onLost);
    }, this.#heartbeatMs);
    this.#heartbeat.unref();
  }

  #retry(error: Error | undefined): void {
    if (this.#state === 'closed' || this.#state === 'waiting') return;
    this.#state = 'waiting';
    clearTimeout(this.#heartbeat);
    this.#onConnectionLost(error);
    this.#retryTimer = setTimeout(() => this.#startConnecting(), backoffMs(this.#failures, reconnectBackoff));
    this.#retryTimer.unref();
    this.#failures += 1;
  }
}

import { Client } from 'pg';
import type { Logger } from 'pino';

const reconnectAfterMs = 1_000;

/** What hears of a channel. `payload` is null when the line is back: something may have been missed. */
export type NotificationListener = (payload: string | null) => void;

/**
 * LISTENs on the primary, since a replica cannot, and connects again for ever after the line was lost. Only hints come
 * this way; whoever relies on them polls as well, so a lost one delays and never stops.
 */
export class Notifications {
  readonly #listeners = new Map<string, NotificationListener>();
  #client: Client | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #connectionString: string;
  readonly #log: Logger;

  /**
   * @param connectionString of the primary.
   * @param listeners by channel; channels are names of our own, never input.
   */
  constructor(
    connectionString: string,
    log: Logger,
    listeners: Readonly<Record<string, NotificationListener>>,
  ) {
    this.#connectionString = connectionString;
    this.#log = log;
    for (const [channel, listener] of Object.entries(listeners)) this.#listeners.set(channel, listener);
    void this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = new Client({
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'lyceum read-api wake-up',
    });
    this.#client = client;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || this.#closed) return;
      lost = true;
      this.#log.warn({ err: error }, 'The wake-up line is lost; polling until it is back.');
      void client.end().catch(() => undefined);
      this.#timer = setTimeout(() => void this.#listen(), reconnectAfterMs);
    };
    client.on('error', again);
    client.on('end', () => again());
    client.on('notification', ({ channel, payload }) => this.#listeners.get(channel)?.(payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      for (const listener of this.#listeners.values()) listener(null);
    } catch (error) {
      again(error as Error);
    }
  }
}

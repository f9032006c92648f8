import type { Client } from 'pg';
import { pause } from '#concurrency/pause.ts';
import { type ConnectionOptions, connectNotifier } from './connection.ts';

const minIntervalMs = 10;

/**
 * Sends `NOTIFY lyceum_log` with the last position after commits, at most every 10 ms, on a connection of its own.
 * (A NOTIFY within each append would cost three quarters of the throughput, because PostgreSQL serializes the commits of
 * notifying transactions.) Failures are ignored, because readers also poll.
 */
export class AppendNotifier {
  readonly #options: ConnectionOptions;
  #client: Promise<Client> | null = null;
  #position = 0;
  #isSending = false;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Sends a notification soon, or joins it to the next one. @param position the last position that was committed. */
  notify(position: number): void {
    if (position <= this.#position) return;
    this.#position = position;
    if (!this.#isSending && !this.#isClosed) void this.#sendLatest();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  async #sendLatest(): Promise<void> {
    this.#isSending = true;
    let sent = 0;
    while (sent < this.#position && !this.#isClosed) {
      sent = this.#position;
      await this.#send(sent);
      await pause(minIntervalMs);
    }
    this.#isSending = false;
  }

  async #send(position: number): Promise<void> {
    try {
      this.#client ??= connectNotifier(this.#options);
      const client = await this.#client;
      await client.query({
        name: 'log-notify',
        text: "select pg_notify('lyceum_log', $1)",
        values: [String(position)],
      });
    } catch {
      const client = await this.#client?.catch(() => null);
      this.#client = null;
      client?.end().catch(() => undefined);
    }
  }
}

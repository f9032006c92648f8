import type { Client } from 'pg';
import { type ConnectionOptions, connectNotifier } from './connection.ts';

const pause = 10;

/**
 * Tells the tails that there is more: `NOTIFY lyceum_log` with the last position, after the commit, on a connection of
 * its own, once in 10 ms at most. (Within the append it took three quarters of the rate: notifying transactions
 * commit one by one.) It may be lost without harm, as tails also poll; so failures are forgotten.
 */
export class WakeUp {
  readonly #options: ConnectionOptions;
  #client: Promise<Client> | null = null;
  #position = 0;
  #sending = false;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  signal(position: number): void {
    if (position <= this.#position) return;
    this.#position = position;
    if (!this.#sending && !this.#closed) void this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  async #send(): Promise<void> {
    this.#sending = true;
    for (let sent = 0; sent < this.#position && !this.#closed; ) {
      sent = this.#position;
      await this.#notify(sent);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#sending = false;
  }

  async #notify(position: number): Promise<void> {
    try {
      this.#client ??= connectNotifier(this.#options);
      const client = await this.#client;
      await client.query({
        name: 'wake-up',
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

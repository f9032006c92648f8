import { Client } from 'pg';
import type { Logger } from 'pino';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';

const reconnectAfterMs = 1_000;

/**
 * Says when checkpoints may have moved: LISTENs on the primary, since a replica cannot, and connects again for ever
 * after the line was lost. Only a hint; whoever waits polls as well, so a lost wake-up delays and never stops.
 */
export class CheckpointWakeUp {
  #waiting = new Set<() => void>();
  #client: Client | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #connectionString: string;
  readonly #log: Logger;

  /** @param connectionString of the primary. */
  constructor(connectionString: string, log: Logger) {
    this.#connectionString = connectionString;
    this.#log = log;
    void this.#listen();
  }

  /** Resolves with the next wake-up, when the time is over, or when it is closed: whichever is first. */
  next(withinMs: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.#waiting.add(done);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#wake();
    await this.#client?.end().catch(() => undefined);
  }

  #wake() {
    for (const done of [...this.#waiting]) done();
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
    client.on('notification', () => this.#wake());
    try {
      await client.connect();
      await client.query(`listen ${checkpointChannel}`);
      this.#wake();
    } catch (error) {
      again(error as Error);
    }
  }
}

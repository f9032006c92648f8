import { Client, type Pool } from 'pg';

type Heard = (payload: string | null) => void;

const longestBackOff = 5_000;

/**
 * One dedicated connection that LISTENs on channels, opened when somebody first listens and opened again, with
 * growing pauses, when it is lost. A notification is a hint: whoever waits for one also polls.
 */
export class Listener {
  readonly #pool: Pool;
  readonly #channels: readonly string[];
  readonly #heard = new Set<Heard>();
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #backOff = 50;
  #opening: Promise<void> | null = null;
  #closed = false;

  /** @param pool only its settings are used: the connection is not taken from it. */
  constructor(pool: Pool, channels: readonly string[]) {
    this.#pool = pool;
    this.#channels = channels;
  }

  /**
   * @param heard gets each notification's payload, and null whenever the line has just been (re)opened:
   * then anything may have been missed.
   * @returns ends it.
   */
  on(heard: Heard): () => void {
    this.#heard.add(heard);
    if (!this.#client && !this.#timer) this.#open();
    return () => this.#heard.delete(heard);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#opening;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  #open(): void {
    if (this.#closed || this.#opening) return;
    this.#opening = this.#connect().finally(() => {
      this.#opening = null;
    });
  }

  async #connect(): Promise<void> {
    const client = new Client({
      ...this.#pool.options,
      // The pool hides it from being listed, so the spread leaves it out.
      ...(this.#pool.options.password ? { password: this.#pool.options.password } : {}),
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    });
    const lost = () => {
      if (this.#client === client) this.#client = null;
      client.removeAllListeners();
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
      this.#retry();
    };
    client.once('error', lost).once('end', lost);
    client.on('notification', (message) => this.#tell(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(this.#channels.map((channel) => `listen ${channel}`).join(';'));
    } catch {
      lost();
      return;
    }
    this.#client = client;
    this.#backOff = 50;
    this.#tell(null);
  }

  #retry(): void {
    if (this.#closed || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#open();
    }, this.#backOff);
    this.#timer.unref();
    this.#backOff = Math.min(this.#backOff * 2, longestBackOff);
  }

  #tell(payload: string | null): void {
    for (const heard of this.#heard) heard(payload);
  }
}

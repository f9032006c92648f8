import type { Logger } from '#platform/logging.ts';
import { Paced } from '../paced.ts';

export type WatchedOptions<T> = {
  /** What it is, for who reads the logs: 'The dashboard'. */
  name: string;
  find: () => Promise<T>;
  /** What of it counts, to know whether it is another. */
  sameBy: (found: T) => string;
  /** How many sockets of this node watch it. */
  watchers: () => number;
  /** Tells them. */
  emit: (found: T) => void;
  /** How often it is looked at while somebody watches. */
  everyMs: number;
  logger: Logger;
};

/**
 * Tells those who watch something how it stands: at once when somebody comes, then whenever it is another. It is
 * told whole, so that a lost line costs nothing but time. While nobody watches, nothing is asked.
 */
export class Watched<T> {
  #told = '';
  #owed = false;
  readonly #timer: NodeJS.Timeout;
  readonly #looks: Paced;

  constructor({ name, find, sameBy, watchers, emit, everyMs, logger }: WatchedOptions<T>) {
    this.#looks = new Paced({
      work: async () => {
        if (watchers() === 0) return 0;
        const isOwed = this.#owed;
        this.#owed = false;
        const found = await find().catch((error: unknown) => {
          this.#owed ||= isOwed;
          throw error;
        });
        const told = sameBy(found);
        if (isOwed || told !== this.#told) emit(found);
        this.#told = told;
        return 0;
      },
      everyMs,
      onFailure: (error) => logger.warn({ err: error }, `${name} could not be found out; it is tried again.`),
    });
    this.#timer = setInterval(() => {
      if (watchers() > 0) this.#looks.soon();
    }, everyMs);
    this.#timer.unref();
  }

  /** Somebody has come who knows nothing yet. */
  somebodyCame(): void {
    this.#owed = true;
    this.#looks.soon();
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#looks.close();
  }
}

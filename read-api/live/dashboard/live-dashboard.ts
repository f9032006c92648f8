import type { Dashboard } from '#events/contract/dashboard.ts';
import type { Logger } from '#platform/logging.ts';
import { Paced } from '../paced.ts';

export type LiveDashboardOptions = {
  find: () => Promise<Dashboard>;
  /** How many sockets of this node watch it. */
  watchers: () => number;
  /** Tells them. */
  emit: (dashboard: Dashboard) => void;
  /** How often it is looked at while somebody watches. */
  everyMs: number;
  logger: Logger;
};

const sameBut = (dashboard: Dashboard): string => JSON.stringify({ ...dashboard, at: null });

/**
 * Tells those who watch the dashboard how things stand: at once when somebody comes, then whenever it is another. It is
 * told whole, so that a lost line costs nothing but time. While nobody watches, nothing is asked.
 */
export class LiveDashboard {
  #told = '';
  #owed = false;
  readonly #timer: NodeJS.Timeout;
  readonly #looks: Paced;

  constructor({ find, watchers, emit, everyMs, logger }: LiveDashboardOptions) {
    this.#looks = new Paced({
      work: async () => {
        if (watchers() === 0) return 0;
        const isOwed = this.#owed;
        this.#owed = false;
        const found = await find().catch((error: unknown) => {
          this.#owed ||= isOwed;
          throw error;
        });
        const told = sameBut(found);
        if (isOwed || told !== this.#told) emit(found);
        this.#told = told;
        return 0;
      },
      everyMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'The dashboard could not be found out; it is tried again.'),
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

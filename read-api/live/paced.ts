import { setTimeout as sleep } from 'node:timers/promises';

export type PacedOptions = {
  /** @returns how long to rest after it, in ms, where that is longer than usual. */
  work: () => Promise<number>;
  /** From one time to the next at least. */
  everyMs: number;
  onFailure: (error: unknown) => void;
};

/** The longest rest after failures. */
const longestRestMs = 5_000;

/**
 * Work that is done when it is asked for: at once after a pause, and not more often than `everyMs` however often it is
 * asked for. What failed is done again, with growing pauses.
 */
export class Paced {
  #isDue = false;
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();
  readonly #options: PacedOptions;

  constructor(options: PacedOptions) {
    this.#options = options;
  }

  soon(): void {
    this.#isDue = true;
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      // Asked for between the last look and here.
      if (this.#isDue) this.soon();
    });
  }

  /** Waits for work that is under way; nothing is begun after it. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { work, everyMs, onFailure } = this.#options;
    const { signal } = this.#stop;
    let failures = 0;
    while (this.#isDue && !signal.aborted) {
      this.#isDue = false;
      let rest = everyMs;
      try {
        rest = Math.max(everyMs, await work());
        failures = 0;
      } catch (error) {
        onFailure(error);
        failures += 1;
        rest = Math.max(everyMs, Math.min(longestRestMs, everyMs * 2 ** failures));
        this.#isDue = true;
      }
      await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}

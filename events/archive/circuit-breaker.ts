import { ArchiveUnavailableError } from './archive-error.ts';

const pauseMs = 5_000;

/**
 * Lets reads fail immediately while an object store is down, instead of waiting for their timeout: after a read for which the store was
 * unavailable, all reads fail immediately for five seconds. From then on, one read every five seconds is tried, while the others still
 * fail, until the store answers.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failure: ArchiveUnavailableError | null = null;
  #pausedUntil = 0;

  /** @param now returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a read of the store. @throws errors of the work; during the pause the last failure, without starting the work. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure !== null) {
      if (this.#now() < this.#pausedUntil) throw this.#failure;
      this.#pausedUntil = this.#now() + pauseMs;
    }
    try {
      const result = await work();
      this.#failure = null;
      return result;
    } catch (error) {
      this.#failure = error instanceof ArchiveUnavailableError ? error : null;
      this.#pausedUntil = this.#now() + pauseMs;
      throw error;
    }
  }
}

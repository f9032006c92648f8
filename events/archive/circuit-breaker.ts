import { ArchiveUnavailableError } from './archive-error.ts';

const pauseMs = 5_000;

/**
 * After a read for which the object store was unavailable, all reads fail immediately for five seconds. Then one read every five seconds tries
 * again, while the others still fail, until the store answers. So a store that is down does not delay every request until it times out.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failure: ArchiveUnavailableError | null = null;
  #pausedUntil = 0;

  /** @param now returns milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @throws errors of the work; during the pause the last failure, without starting the work. */
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

import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';

type ThrottledTaskOptions = {
  /** Runs the task. Returns the minimum pause after this run in ms. A value below the interval has no effect. */
  run: () => Promise<number>;
  /** The minimum pause between two runs. */
  intervalMs: number;
  onFailure: (error: unknown) => void;
};

/** The value that `run` returns if the interval is a sufficient pause. */
export const noFurtherPauseMs = 0;

const maxBackoffMs = 5_000;

/**
 * Runs a task on request: immediately if it was idle, otherwise once more after the current run and the pause, however
 * often it was requested. A failed run is repeated with exponential backoff.
 */
export class ThrottledTask {
  #isRequested = false;
  #running: Promise<void> | null = null;
  readonly #stop = new AbortController();
  readonly #options: ThrottledTaskOptions;

  constructor(options: ThrottledTaskOptions) {
    this.#options = options;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#stop.signal.aborted) return;
    this.#running ??= this.#runWhileRequested().finally(() => {
      this.#running = null;
      // A request may have arrived between the last check in the loop and here.
      if (this.#isRequested) this.request();
    });
  }

  /** Waits for the current run. No run starts afterwards. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #runWhileRequested(): Promise<void> {
    const { run, intervalMs, onFailure } = this.#options;
    const { signal } = this.#stop;
    let failures = 0;
    while (this.#isRequested && !signal.aborted) {
      this.#isRequested = false;
      let pauseMs = intervalMs;
      try {
        pauseMs = Math.max(intervalMs, await run());
        failures = 0;
      } catch (error) {
        onFailure(error);
        pauseMs = Math.max(intervalMs, backoffMs(failures, { firstMs: intervalMs, maxMs: maxBackoffMs }));
        failures += 1;
        this.#isRequested = true;
      }
      await pause(pauseMs, signal);
    }
  }
}

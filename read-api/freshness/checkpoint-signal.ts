/** Wakes waiting GETs, and the live tail, when checkpoints may have moved. Signals may be lost, so waiting code also polls. */
export class CheckpointSignal {
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** Resolves at the next signal, after the timeout, or on close. */
  wait(timeoutMs: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      this.#waiting.add(finish);
    });
  }

  notify(): void {
    for (const finish of [...this.#waiting]) finish();
  }

  close(): void {
    this.#isClosed = true;
    this.notify();
  }
}

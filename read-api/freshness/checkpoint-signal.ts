/** Wakes waiting GETs, and the live tail, when checkpoints may have moved. Signals may be lost, so waiting code also polls. */
export class CheckpointSignal {
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /** Resolves at the next signal, after the timeout, on close, or when `stop` aborts. */
  wait(timeoutMs: number, stop?: AbortSignal): Promise<void> {
    if (this.#isClosed || stop?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        stop?.removeEventListener('abort', finish);
        this.#waiting.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      this.#waiting.add(finish);
      stop?.addEventListener('abort', finish, { once: true });
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

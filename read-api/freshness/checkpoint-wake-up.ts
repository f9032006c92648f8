/**
 * Says when checkpoints may have moved. Only a hint; whoever waits polls as well, so a lost wake-up delays and never stops.
 */
export class CheckpointWakeUp {
  #waiting = new Set<() => void>();
  #closed = false;

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

  wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  close(): void {
    this.#closed = true;
    this.wake();
  }
}

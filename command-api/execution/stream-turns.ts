/**
 * Turns at streams that are fought over: who lost once waits here, so that of many losers one after the other decides
 * and appends instead of all failing each other again.
 */
export class StreamTurns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Waits for those who asked before.
   * @param until give up at this time (`performance.now()`).
   * @returns how to end the turn, or null when it did not come in time.
   */
  async take(stream: string, until: number): Promise<(() => void) | null> {
    const before = this.#last.get(stream);
    const { promise, resolve } = Promise.withResolvers<void>();
    const mine = before ? before.then(() => promise) : promise;
    this.#last.set(stream, mine);
    mine.then(() => {
      if (this.#last.get(stream) === mine) this.#last.delete(stream);
    });
    if (before && !(await endsBefore(before, until))) {
      resolve();
      return null;
    }
    return resolve;
  }
}

const endsBefore = async (work: Promise<void>, until: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), Math.max(0, until - performance.now()));
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
};

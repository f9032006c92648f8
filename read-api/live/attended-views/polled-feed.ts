import type { Logger } from '#platform/logging.ts';
import { noFurtherPauseMs, ThrottledTask } from '../throttled-task.ts';

type PolledFeedOptions<T> = {
  /** The grammatical subject of log messages, for example 'The dashboard'. */
  name: string;
  /** Called before each load, for example to remove viewers who may no longer receive the value. */
  beforeLoad?: () => Promise<unknown>;
  load: () => Promise<T>;
  /** Returns a string that changes whenever the value has to be sent again. */
  fingerprint: (value: T) => string;
  /** Returns how many sockets of this node attend the view. */
  countViewers: () => number;
  emit: (value: T) => void;
  intervalMs: number;
  logger: Logger;
};

/**
 * Sends a value to the viewers of a view: when a viewer joins, and then whenever its fingerprint changes, but at most once per
 * interval. Nothing is loaded while there are no viewers.
 */
export class PolledFeed<T> {
  /** The fingerprint of the value that all viewers have received; null if there is a new viewer. */
  #sentFingerprint: string | null = null;
  readonly #timer: NodeJS.Timeout;
  readonly #task: ThrottledTask;

  constructor({
    name,
    beforeLoad = async () => {},
    load,
    fingerprint,
    countViewers,
    emit,
    intervalMs,
    logger,
  }: PolledFeedOptions<T>) {
    this.#task = new ThrottledTask({
      run: async () => {
        if (countViewers() === 0) return noFurtherPauseMs;
        await beforeLoad();
        const value = await load();
        const loadedFingerprint = fingerprint(value);
        if (loadedFingerprint === this.#sentFingerprint) return noFurtherPauseMs;
        emit(value);
        this.#sentFingerprint = loadedFingerprint;
        return noFurtherPauseMs;
      },
      intervalMs,
      onFailure: (error) => logger.warn({ err: error }, `${name} could not be loaded. This will be retried.`),
    });
    this.#timer = setInterval(() => {
      if (countViewers() > 0) this.#task.request();
    }, intervalMs);
    this.#timer.unref();
  }

  onViewerJoined(): void {
    this.#sentFingerprint = null;
    this.#task.request();
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#task.close();
  }
}

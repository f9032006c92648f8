import type { LiveMessageKind } from '#contract/live-messages.ts';
import type { LiveTrending } from '#contract/public-live-messages.ts';
import type { Logger } from '#platform/logging.ts';
import { noFurtherPauseMs, ThrottledTask } from './throttled-task.ts';
import type { LiveUpdate } from './updates/live-update.ts';

/** The kinds of messages after which the trending courses, or how they are shown, may be different. */
const relevantKinds: ReadonlySet<LiveMessageKind> = new Set([
  'review-added',
  'review-changed',
  'review-removed',
  'person-removed',
  'course-changed',
  'course-removed',
  'course-restored',
]);

type TrendingBroadcasterOptions = {
  /** Loads the trending courses and the position of the log that they reflect. */
  load: () => Promise<LiveTrending>;
  emit: (trending: LiveTrending) => void;
  intervalMs: number;
  logger: Logger;
};

/**
 * Sends the trending courses to all sockets after changes that may affect them: immediately, but at most once per
 * interval. They are sent even if they are the same as before, because a client may have read a different list in
 * between.
 */
export class TrendingBroadcaster {
  #latest: LiveTrending | null = null;
  readonly #task: ThrottledTask;

  constructor({ load, emit, intervalMs, logger }: TrendingBroadcasterOptions) {
    this.#task = new ThrottledTask({
      run: async () => {
        this.#latest = await load();
        emit(this.#latest);
        return noFurtherPauseMs;
      },
      intervalMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'The trending courses could not be read. The read will be retried.'),
    });
  }

  /** The list that was sent last, or null before the first one. */
  get latest(): LiveTrending | null {
    return this.#latest;
  }

  onLiveUpdate({ deliveries }: LiveUpdate): void {
    if (deliveries.some(({ message }) => relevantKinds.has(message.kind))) this.refresh();
  }

  /** Loads and sends the list, for example when it is unknown what has changed. */
  refresh(): void {
    this.#task.request();
  }

  close(): Promise<void> {
    return this.#task.close();
  }
}

import type { LiveMessageKind, LiveTrending } from '#contract/live.ts';
import type { Logger } from '#platform/logging.ts';
import type { Announcement } from '../announcement.ts';
import { Paced } from '../paced.ts';

/** What may make other courses trend, or show them otherwise. */
const concerning: ReadonlySet<LiveMessageKind> = new Set([
  'review-added',
  'review-changed',
  'review-removed',
  'person-removed',
  'course-changed',
  'course-removed',
  'course-restored',
]);

export type TrendingOptions = {
  /** Reads the courses, and at which position of the log they are those. */
  find: () => Promise<LiveTrending>;
  /** Tells everybody. */
  emit: (trending: LiveTrending) => void;
  /** From one look to the next at least. */
  everyMs: number;
  logger: Logger;
};

/**
 * Knows which courses are trending, and tells after something has happened that may have changed them: at once after a
 * pause, and not more often than `everyMs` allows however much happens. It tells also when they are what they were: in
 * between a client may have read what they were for a moment.
 */
export class LiveTrendingCourses {
  #latest: LiveTrending | null = null;
  readonly #looks: Paced;

  constructor({ find, emit, everyMs, logger }: TrendingOptions) {
    this.#looks = new Paced({
      work: async () => {
        const found = await find();
        this.#latest = found;
        emit(found);
        return 0;
      },
      everyMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'The trending courses could not be read; they are tried again.'),
    });
  }

  /** What everybody was told last; null before the first look. */
  get latest(): LiveTrending | null {
    return this.#latest;
  }

  /** Takes note of what is being told. */
  follow({ deliveries }: Announcement): void {
    if (deliveries.some(({ message }) => concerning.has(message.kind))) this.lookAgain();
  }

  /** They may be others: at the start, and when it is not known what has happened. */
  lookAgain(): void {
    this.#looks.soon();
  }

  close(): Promise<void> {
    return this.#looks.close();
  }
}

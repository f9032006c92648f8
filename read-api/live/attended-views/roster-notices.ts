import type { RosterChange } from '#contract/schemas/presence.ts';
import type { Logger } from '#platform/logging.ts';
import { noFurtherPauseMs, ThrottledTask } from '../throttled-task.ts';
import type { LiveUpdate } from '../updates/live-update.ts';

type RosterNoticesOptions = {
  /** Returns whether a socket of this node shows the students of the course. */
  isAttended: (courseId: string) => boolean;
  attendedCourses: () => readonly string[];
  /** Moves viewers who may no longer read the roster out of its room. */
  recheckViewers: (courseId: string) => Promise<unknown>;
  emit: (change: RosterChange) => void;
  intervalMs: number;
  logger: Logger;
};

/**
 * Tells the viewers of rosters that something changed. A notice names nobody. Clients fetch the students again, with a GET that is
 * authorized like the first and, for Admins, recorded.
 */
export class RosterNotices {
  readonly #changes = new Map<string, number>();
  readonly #task: ThrottledTask;
  readonly #options: RosterNoticesOptions;

  constructor(options: RosterNoticesOptions) {
    this.#options = options;
    const { intervalMs, logger } = options;
    this.#task = new ThrottledTask({
      run: async () => {
        await this.#notify();
        return noFurtherPauseMs;
      },
      intervalMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'Viewers of a roster could not be notified. This will be retried.'),
    });
  }

  onLiveUpdate({ courseId, subject, position, deliveries }: LiveUpdate): void {
    const { isAttended, attendedCourses } = this.#options;
    // A new user is not in any course. Without this line, hundreds of registrations at the start of term would cause notices.
    if (deliveries.some(({ message }) => message.kind === 'user-registered')) return;
    const changedCourses = courseId ? [courseId] : [];
    // A changed or removed user may be a student of any course.
    const affectedCourses = subject.startsWith('user:') ? attendedCourses() : changedCourses;
    for (const id of affectedCourses) if (isAttended(id)) this.#changes.set(id, position);
    if (this.#changes.size > 0) this.#task.request();
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  async #notify(): Promise<void> {
    const { recheckViewers, emit } = this.#options;
    for (const [courseId, position] of [...this.#changes]) {
      await recheckViewers(courseId);
      emit({ courseId, position });
      // A change that arrived in the meantime is left for the next run.
      if (this.#changes.get(courseId) === position) this.#changes.delete(courseId);
    }
    if (this.#changes.size > 0) this.#task.request();
  }
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { CoursePresence } from '#contract/schemas/presence.ts';
import type { NotificationListener } from '#events/log/notification-listener.ts';
import type { Logger } from '#platform/logging.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import { countLearners } from '../../resources/presence/query.ts';
import type { LiveLimits } from '../live-limits.ts';
import { ThrottledTask } from '../throttled-task.ts';
import { type ChangedCourses, parsePresenceNotification, presenceChannel } from './presence-notification.ts';
import { type PresenceNode, publishPresence, removeNode } from './presence-tables.ts';
import { PresenceTracker, type SocketPresence } from './presence-tracker.ts';

type PresenceSyncOptions = {
  state: Kysely<StateTables>;
  notifications: Pick<NotificationListener, 'subscribe'>;
  /** Sends the count to the sockets of this node that show the course. @returns the number of these sockets. */
  sendCount: (presence: CoursePresence) => number;
  limits: Pick<LiveLimits, 'presenceIntervalMs' | 'presenceHeartbeatMs' | 'presenceTtlMs'>;
  logger: Logger;
};

/**
 * The limit for the mean number of presence messages that this node sends per second. After it has sent a count to thousands of
 * viewers, the node waits for several seconds.
 */
const maxMessagesPerSecond = 1_000;

/**
 * The state of this node in the database:
 *
 * - `unpublished`: nothing yet. The next publication contains everything.
 * - `published`: everything up to the last publication. The next one is due when users or learners change.
 * - `heartbeat-due`: like `published`, but the next publication is due now, even without changes.
 * - `uncertain`: a publication is running or has failed, so it may be stored or not. The next publication contains everything.
 *
 *     unpublished ───publish──▶ uncertain ──success──▶ published ──heartbeat timer──▶ heartbeat-due
 *                                  ▲                       │                               │
 *                                  └────────publish────────┴────────────publish────────────┘
 *
 * If the database no longer knows the node (a crash empties unlogged tables), the node
 * immediately publishes everything.
 */
type NodeState = 'unpublished' | 'published' | 'heartbeat-due' | 'uncertain';

/**
 * Shares the presence of this node with all other nodes, and sends the number of learners of a course to the sockets of
 * this node that show it.
 *
 * Changes are written to the database in batches. A regular heartbeat keeps the entries of this node alive, so the entries of a
 * crashed node expire automatically. A course's count is sent at most once per interval: when it has changed, and when a socket has
 * begun to show the course.
 */
export class PresenceSync {
  readonly #tracker = new PresenceTracker();
  readonly #viewedCourses = new ViewedCourses();
  /** Courses whose learners have to be counted again. */
  #coursesToCount = new Set<string>();
  #nodeState: NodeState = 'unpublished';
  #heartbeatTimer: NodeJS.Timeout | null = null;
  readonly #node: PresenceNode;
  readonly #task: ThrottledTask;
  readonly #stopListening: () => void;
  readonly #options: PresenceSyncOptions;

  constructor(options: PresenceSyncOptions) {
    this.#options = options;
    const { limits, logger } = options;
    this.#node = { id: randomUUID(), name: hostname().slice(0, 100), heartbeatTtlMs: limits.presenceTtlMs };
    this.#task = new ThrottledTask({
      run: () => this.#publishAndCount(),
      intervalMs: limits.presenceIntervalMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'Presence could not be shared. This will be retried.'),
    });
    this.#stopListening = options.notifications.subscribe(
      (payload) => this.#onCoursesChanged(parsePresenceNotification(payload)),
      presenceChannel,
    );
  }

  /** Starts the heartbeat. It publishes this node even if it has no sockets. */
  start(): void {
    if (this.#heartbeatTimer) return;
    this.#heartbeatTimer = setInterval(
      () => this.#requestHeartbeat(),
      this.#options.limits.presenceHeartbeatMs,
    );
    this.#heartbeatTimer.unref();
    this.#requestHeartbeat();
  }

  /** @param viewedCourseId the course whose number of learners the socket wants to receive. */
  setSocket(socketId: string, presence: SocketPresence, viewedCourseId: string | null): void {
    this.#tracker.set(socketId, presence);
    this.#viewedCourses.set(socketId, viewedCourseId);
    if (viewedCourseId !== null) this.#coursesToCount.add(viewedCourseId);
    if (viewedCourseId !== null || this.#tracker.hasChanges) this.#task.request();
  }

  removeSocket(socketId: string): void {
    this.#tracker.remove(socketId);
    this.#viewedCourses.set(socketId, null);
    if (this.#tracker.hasChanges) this.#task.request();
  }

  async close(): Promise<void> {
    this.#stopListening();
    if (this.#heartbeatTimer) clearInterval(this.#heartbeatTimer);
    await this.#task.close();
    if (this.#nodeState === 'unpublished') return;
    await removeNode(this.#options.state, this.#node.id).catch((error: unknown) =>
      this.#options.logger.warn(
        { err: error },
        'The presence of this node could not be removed. It will expire.',
      ),
    );
  }

  #onCoursesChanged(courses: ChangedCourses): void {
    const changed = courses === 'any' ? this.#viewedCourses.ids() : courses;
    const viewed = changed.filter((id) => this.#viewedCourses.has(id));
    for (const id of viewed) this.#coursesToCount.add(id);
    if (viewed.length > 0) this.#task.request();
  }

  /**
   * Requests a heartbeat, and a new count of the learners of all viewed courses, because a crashed node notifies nobody.
   */
  #requestHeartbeat(): void {
    if (this.#nodeState === 'published') this.#nodeState = 'heartbeat-due';
    for (const id of this.#viewedCourses.ids()) this.#coursesToCount.add(id);
    this.#task.request();
  }

  async #publishAndCount(): Promise<number> {
    if (this.#nodeState !== 'published' || this.#tracker.hasChanges) await this.#publish();
    return this.#countAndSend();
  }

  async #publish(): Promise<void> {
    const { state } = this.#options;
    const isFull = this.#nodeState === 'unpublished' || this.#nodeState === 'uncertain';
    this.#nodeState = 'uncertain';
    const changes = isFull ? this.#tracker.takeEverything() : this.#tracker.takeChanges();
    // The database notifies all nodes, including this one, but a notification may get lost.
    for (const { courseId } of [...changes.startedLearning, ...changes.stoppedLearning])
      this.#coursesToCount.add(courseId);
    const isKnown = await publishPresence(state, this.#node, changes, isFull);
    if (!isKnown) await publishPresence(state, this.#node, this.#tracker.takeEverything(), true);
    this.#nodeState = 'published';
  }

  /** @returns how long to wait before the next run, in ms, to stay below the message limit. */
  async #countAndSend(): Promise<number> {
    const courseIds = [...this.#coursesToCount].filter((id) => this.#viewedCourses.has(id));
    this.#coursesToCount = new Set();
    if (courseIds.length === 0) return 0;
    const counts = await countLearners(this.#options.state, courseIds).catch((error: unknown) => {
      for (const id of courseIds) this.#coursesToCount.add(id);
      throw error;
    });
    let messages = 0;
    for (const courseId of courseIds) {
      const learning = counts.get(courseId) ?? 0;
      if (!this.#viewedCourses.needsCount(courseId, learning)) continue;
      this.#viewedCourses.markSent(courseId, learning);
      messages += this.#options.sendCount({ courseId, learning });
    }
    return (messages / maxMessagesPerSecond) * 1_000;
  }
}

/** The courses that sockets of this node show, and for each the last count that its viewers received. */
class ViewedCourses {
  readonly #courseOfSocket = new Map<string, string>();
  /** `sentCount` is null if a viewer was added after the last count was sent. */
  readonly #courses = new Map<string, { viewers: number; sentCount: number | null }>();

  has(courseId: string): boolean {
    return this.#courses.has(courseId);
  }

  ids(): string[] {
    return [...this.#courses.keys()];
  }

  /** @param courseId the course that the socket shows now, or null. */
  set(socketId: string, courseId: string | null): void {
    const previousId = this.#courseOfSocket.get(socketId);
    if (previousId !== undefined) this.#removeViewer(previousId);
    if (courseId === null) this.#courseOfSocket.delete(socketId);
    else {
      this.#courseOfSocket.set(socketId, courseId);
      const viewers = this.#courses.get(courseId)?.viewers ?? 0;
      this.#courses.set(courseId, { viewers: viewers + 1, sentCount: null });
    }
  }

  /** Returns whether this count has to be sent to the viewers of the course. */
  needsCount(courseId: string, count: number): boolean {
    const course = this.#courses.get(courseId);
    return course !== undefined && course.sentCount !== count;
  }

  markSent(courseId: string, count: number): void {
    const course = this.#courses.get(courseId);
    if (course) course.sentCount = count;
  }

  #removeViewer(courseId: string): void {
    const course = this.#courses.get(courseId);
    if (!course) return;
    course.viewers -= 1;
    if (course.viewers === 0) this.#courses.delete(courseId);
  }
}

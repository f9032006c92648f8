import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { CoursePresence } from '#contract/presence.ts';
import type { Logger } from '#platform/logging.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';
import type { LiveLimits } from '../limits.ts';
import { Paced } from '../paced.ts';
import { PresenceBook, type Sitting } from './book.ts';
import type { PresenceElsewhere } from './elsewhere.ts';
import { type BeatingNode, countLearners, endPresence, keepPresence } from './shared.ts';

export type PresenceOptions = {
  state: Kysely<StateTables>;
  elsewhere: Pick<PresenceElsewhere, 'on'>;
  /** Tells the sockets of this node that show the course. @returns how many they are. */
  tell: (presence: CoursePresence) => number;
  limits: Pick<LiveLimits, 'sharePresenceMs' | 'presenceBeatMs' | 'presenceLastsMs'>;
  logger: Logger;
};

/** So many messages a second at most go out about presence; a course that thousands learn is told more seldom. */
const messagesASecond = 1_000;

/**
 * Who is here, on this node and on all others. What changes on this node is written to the database in bundles, from where all
 * nodes count; a beat keeps what it wrote alive, so that a killed node's people go out by themselves. Of a course that is
 * shown here it tells how many learn it: once a second at most, and only where it is another or somebody new asks.
 */
export class Presence {
  readonly #book = new PresenceBook();
  /** What sockets of this node show: how many of them each course. */
  readonly #shown = new Map<string, number>();
  readonly #shownAt = new Map<string, string>();
  /** What was told last of the courses that are shown here. */
  readonly #counts = new Map<string, number>();
  /** To be counted anew, and told though it were the same. */
  #due = new Set<string>();
  #owed = new Set<string>();
  #beatIsDue = true;
  /** Whether the database may know something else of this node than the book says. */
  #isUnknown = true;
  #hasSpoken = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #node: BeatingNode;
  readonly #work: Paced;
  readonly #stopHearing: () => void;
  readonly #options: PresenceOptions;

  constructor(options: PresenceOptions) {
    this.#options = options;
    const { limits, logger } = options;
    this.#node = { id: randomUUID(), name: hostname().slice(0, 100), lastsMs: limits.presenceLastsMs };
    this.#work = new Paced({
      work: () => this.#look(),
      everyMs: limits.sharePresenceMs,
      onFailure: (error) =>
        logger.warn({ err: error }, 'Who is here could not be shared; it is tried again.'),
    });
    this.#stopHearing = options.elsewhere.on((courses) => this.#recount(courses));
  }

  /** From now on other nodes know of this one. */
  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#beat(), this.#options.limits.presenceBeatMs);
    this.#timer.unref();
    this.#beat();
  }

  /** @param shows the course that the socket shows and wants to be told of, learning it or not. */
  sit(socketId: string, sitting: Sitting, shows: string | null): void {
    this.#book.sit(socketId, sitting);
    this.#show(socketId, shows);
    if (shows !== null) {
      this.#due.add(shows);
      this.#owed.add(shows);
    }
    if (shows !== null || this.#book.isChanged) this.#work.soon();
  }

  leave(socketId: string): void {
    this.#book.leave(socketId);
    this.#show(socketId, null);
    if (this.#book.isChanged) this.#work.soon();
  }

  async close(): Promise<void> {
    this.#stopHearing();
    if (this.#timer) clearInterval(this.#timer);
    await this.#work.close();
    if (!this.#hasSpoken) return;
    await endPresence(this.#options.state, this.#node.id).catch((error: unknown) =>
      this.#options.logger.warn(
        { err: error },
        'The others find out by themselves that this node has ended.',
      ),
    );
  }

  #show(socketId: string, courseId: string | null): void {
    const before = this.#shownAt.get(socketId);
    if (before !== undefined) {
      const left = (this.#shown.get(before) ?? 1) - 1;
      if (left > 0) this.#shown.set(before, left);
      else {
        this.#shown.delete(before);
        this.#counts.delete(before);
      }
    }
    if (courseId === null) this.#shownAt.delete(socketId);
    else {
      this.#shownAt.set(socketId, courseId);
      this.#shown.set(courseId, (this.#shown.get(courseId) ?? 0) + 1);
    }
  }

  #recount(courses: readonly string[] | 'any'): void {
    const concerned = (courses === 'any' ? [...this.#shown.keys()] : courses).filter((id) =>
      this.#shown.has(id),
    );
    for (const id of concerned) this.#due.add(id);
    if (concerned.length > 0) this.#work.soon();
  }

  /** Lives on, and looks for itself: a node that died says nothing. */
  #beat(): void {
    this.#beatIsDue = true;
    for (const id of this.#shown.keys()) this.#due.add(id);
    this.#work.soon();
  }

  async #look(): Promise<number> {
    if (this.#beatIsDue || this.#book.isChanged) await this.#share();
    return this.#count();
  }

  async #share(): Promise<void> {
    const { state } = this.#options;
    // What could not be written, or may have been in part, is written as a whole.
    const isWhole = this.#isUnknown;
    this.#isUnknown = true;
    this.#beatIsDue = true;
    this.#hasSpoken = true;
    const change = this.#book.take(isWhole);
    // The database tells all nodes, this one too; whether this one hears it is another matter.
    for (const { courseId } of [...change.begun, ...change.ended]) this.#due.add(courseId);
    const known = await keepPresence(state, this.#node, change, isWhole);
    if (!known) await keepPresence(state, this.#node, this.#book.take(true), true);
    this.#isUnknown = false;
    this.#beatIsDue = false;
  }

  async #count(): Promise<number> {
    const due = [...this.#due].filter((id) => this.#shown.has(id));
    this.#due = new Set();
    if (due.length === 0) return 0;
    const counts = await countLearners(this.#options.state, due).catch((error: unknown) => {
      for (const id of due) this.#due.add(id);
      throw error;
    });
    let told = 0;
    for (const courseId of due) {
      const learning = counts.get(courseId) ?? 0;
      if (!this.#owed.delete(courseId) && this.#counts.get(courseId) === learning) continue;
      if (!this.#shown.has(courseId)) continue;
      this.#counts.set(courseId, learning);
      told += this.#options.tell({ courseId, learning });
    }
    return (told / messagesASecond) * 1_000;
  }
}

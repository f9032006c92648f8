/** The registered user of a socket (null: none), and the course that they are studying there (null: none). */
export type SocketPresence = { userId: string | null; learningCourseId: string | null };

export type Learner = { userId: string; courseId: string };

/** The report of `takeChanges` or `takeEverything`. */
export type PresenceChanges = {
  /** The number of sockets now. */
  sockets: number;
  /** The number of sockets without a registered user now. */
  visitors: number;
  leftUserIds: string[];
  arrivedUserIds: string[];
  stoppedLearning: Learner[];
  startedLearning: Learner[];
};

/**
 * Tracks which users are connected to this node and which courses they are studying. A user counts once, and once per
 * course, however many sockets they have.
 */
export class PresenceTracker {
  readonly #sockets = new Map<string, SocketPresence>();
  readonly #users = new ReferenceCounts();
  readonly #learners = new ReferenceCounts();
  #visitors = 0;

  get hasChanges(): boolean {
    return this.#users.hasChanges || this.#learners.hasChanges;
  }

  /** Adds a socket, or replaces what is known about it. */
  set(socketId: string, presence: SocketPresence): void {
    this.remove(socketId);
    const { userId, learningCourseId } = presence;
    this.#sockets.set(socketId, presence);
    if (userId === null) this.#visitors += 1;
    else {
      this.#users.add(userId);
      if (learningCourseId !== null) this.#learners.add(learnerKey(userId, learningCourseId));
    }
  }

  remove(socketId: string): void {
    const presence = this.#sockets.get(socketId);
    if (!presence) return;
    const { userId, learningCourseId } = presence;
    this.#sockets.delete(socketId);
    if (userId === null) this.#visitors -= 1;
    else {
      this.#users.release(userId);
      if (learningCourseId !== null) this.#learners.release(learnerKey(userId, learningCourseId));
    }
  }

  /** Returns the changes since the last call of this method or of {@link takeEverything}. */
  takeChanges(): PresenceChanges {
    return this.#toChanges(this.#users.takeChanges(), this.#learners.takeChanges());
  }

  /** Returns all connected users as arrived and all learners as started. Later changes are relative to this. */
  takeEverything(): PresenceChanges {
    return this.#toChanges(this.#users.takeEverything(), this.#learners.takeEverything());
  }

  #toChanges(users: KeyChanges, learners: KeyChanges): PresenceChanges {
    return {
      sockets: this.#sockets.size,
      visitors: this.#visitors,
      leftUserIds: users.removed,
      arrivedUserIds: users.added,
      stoppedLearning: learners.removed.map(learnerOfKey),
      startedLearning: learners.added.map(learnerOfKey),
    };
  }
}

const learnerKey = (userId: string, courseId: string) => `${userId} ${courseId}`;

const learnerOfKey = (key: string): Learner => {
  const [userId = '', courseId = ''] = key.split(' ');
  return { userId, courseId };
};

type KeyChanges = { added: string[]; removed: string[] };

/** Counts references to keys, and remembers which keys were reported as present. */
class ReferenceCounts {
  readonly #counts = new Map<string, number>();
  #reported = new Set<string>();
  /** Keys whose count has changed since the last report. */
  #touched = new Set<string>();

  get hasChanges(): boolean {
    return this.#touched.size > 0;
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#touched.add(key);
  }

  release(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    this.#touched.add(key);
  }

  takeChanges(): KeyChanges {
    const touched = [...this.#touched];
    this.#touched = new Set();
    const added = touched.filter((key) => this.#counts.has(key) && !this.#reported.has(key));
    const removed = touched.filter((key) => !this.#counts.has(key) && this.#reported.has(key));
    for (const key of added) this.#reported.add(key);
    for (const key of removed) this.#reported.delete(key);
    return { added, removed };
  }

  takeEverything(): KeyChanges {
    this.#touched = new Set();
    this.#reported = new Set(this.#counts.keys());
    return { added: [...this.#reported], removed: [] };
  }
}

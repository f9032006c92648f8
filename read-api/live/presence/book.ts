/** Keys that are held so many times, and which of them were told of. */
class Tally {
  readonly #held = new Map<string, number>();
  #told = new Set<string>();
  #touched = new Set<string>();

  get size(): number {
    return this.#held.size;
  }
  get isChanged(): boolean {
    return this.#touched.size > 0;
  }

  hold(key: string): void {
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    this.#touched.add(key);
  }

  release(key: string): void {
    const left = (this.#held.get(key) ?? 0) - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    this.#touched.add(key);
  }

  /** What is held since the last time and what no more; `whole`: all that is held. It counts as told. */
  take(whole: boolean): { begun: string[]; ended: string[] } {
    const touched = this.#touched;
    this.#touched = new Set();
    if (whole) {
      this.#told = new Set(this.#held.keys());
      return { begun: [...this.#told], ended: [] };
    }
    const begun = [...touched].filter((key) => this.#held.has(key) && !this.#told.has(key));
    const ended = [...touched].filter((key) => !this.#held.has(key) && this.#told.has(key));
    for (const key of begun) this.#told.add(key);
    for (const key of ended) this.#told.delete(key);
    return { begun, ended };
  }
}

/** Who sits at a socket (the id of a registered person, null for anybody else), and the course that they learn there. */
export type Sitting = { userId: string | null; learns: string | null };

export type Learner = { userId: string; courseId: string };

/** What has changed on this node since it last said so. */
export type PresenceChange = {
  sockets: number;
  visitors: number;
  gone: string[];
  arrived: string[];
  ended: Learner[];
  begun: Learner[];
};

const learnerOf = (key: string): Learner => {
  const [userId = '', courseId = ''] = key.split(' ');
  return { userId, courseId };
};

/** Who is at the sockets of this node: each person once, and once in each course, whatever number of sockets they have. */
export class PresenceBook {
  readonly #sockets = new Map<string, Sitting>();
  readonly #people = new Tally();
  readonly #learners = new Tally();
  #visitors = 0;

  get people(): number {
    return this.#people.size;
  }
  get isChanged(): boolean {
    return this.#people.isChanged || this.#learners.isChanged;
  }

  /** Somebody sits at the socket now, in place of whoever sat there. */
  sit(socketId: string, sitting: Sitting): void {
    this.leave(socketId);
    const { userId, learns } = sitting;
    this.#sockets.set(socketId, sitting);
    if (userId === null) this.#visitors += 1;
    else {
      this.#people.hold(userId);
      if (learns !== null) this.#learners.hold(`${userId} ${learns}`);
    }
  }

  leave(socketId: string): void {
    const sitting = this.#sockets.get(socketId);
    if (!sitting) return;
    const { userId, learns } = sitting;
    this.#sockets.delete(socketId);
    if (userId === null) this.#visitors -= 1;
    else {
      this.#people.release(userId);
      if (learns !== null) this.#learners.release(`${userId} ${learns}`);
    }
  }

  /** What has changed since the last time it was taken; `whole`: everything, for who knows nothing. */
  take(whole: boolean): PresenceChange {
    const people = this.#people.take(whole);
    const learners = this.#learners.take(whole);
    return {
      sockets: this.#sockets.size,
      visitors: this.#visitors,
      gone: people.ended,
      arrived: people.begun,
      ended: learners.ended.map(learnerOf),
      begun: learners.begun.map(learnerOf),
    };
  }
}

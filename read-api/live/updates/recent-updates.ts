import { countRooms } from '../rooms.ts';
import { type LiveUpdate, withoutRemoved } from './live-update.ts';

/**
 * The latest live updates of this node, in memory, for clients that were briefly disconnected. All live updates
 * after the start position are here; earlier ones have to be read from the log.
 */
export class RecentUpdates {
  readonly #updates: LiveUpdate[] = [];
  #startPosition: number;
  #roomCount = 0;
  readonly #maxUpdates: number;
  readonly #maxRooms: number;

  /**
   * @param startPosition the position before the first live update that will be added.
   * @param maxRooms limit for the total number of rooms in all updates. An announcement for a course may list thousands.
   */
  constructor(startPosition: number, maxUpdates: number, maxRooms = 100_000) {
    this.#startPosition = startPosition;
    this.#maxUpdates = maxUpdates;
    this.#maxRooms = maxRooms;
  }

  /**
   * Adds an update. The removal of a record or user removes the deliveries about it from the earlier updates at once, because
   * they may contain data of a removed user. Rooms to notify are not kept, because clients fetch their notifications when they reconnect.
   */
  add({ notifiedRooms: _, ...update }: LiveUpdate) {
    if (update.isRemoval) this.#drop(update.subject);
    this.#updates.push(update);
    this.#roomCount += countRoomsOf(update);
    while (this.#isTooLarge()) {
      const dropped = this.#updates.shift();
      if (!dropped) return;
      this.#startPosition = dropped.position;
      this.#roomCount -= countRoomsOf(dropped);
    }
  }

  /** Returns everything after the position, in order; null if some of it is no longer in memory. */
  after(position: number): readonly LiveUpdate[] | null {
    if (position < this.#startPosition) return null;
    return this.#updates.filter((update) => update.position > position);
  }

  /** Drops what the updates contain about a subject. */
  #drop(subject: string) {
    const removed = new Set([subject]);
    for (const [index, update] of this.#updates.entries()) {
      const remaining = withoutRemoved(update, removed);
      if (remaining === update) continue;
      this.#updates[index] = remaining;
      this.#roomCount += countRoomsOf(remaining) - countRoomsOf(update);
    }
  }

  /**
   * Returns whether the oldest update has to be dropped. The last update is kept even if it has very many rooms, for clients that
   * missed only that one.
   */
  #isTooLarge(): boolean {
    const count = this.#updates.length;
    return count > this.#maxUpdates || (count > 1 && this.#roomCount > this.#maxRooms);
  }
}

const countRoomsOf = ({ deliveries }: LiveUpdate): number =>
  deliveries.reduce((sum, { to }) => sum + countRooms(to), 0);

import { type Announcement, withoutWithdrawn } from './announcement.ts';
import { countRooms } from './rooms.ts';

const roomsIn = ({ deliveries }: Announcement): number =>
  deliveries.reduce((sum, { to }) => sum + countRooms(to), 0);

/**
 * The last announcements of this node, so that a client who was away for a moment gets what it missed from memory.
 * It knows everything after the position `from`: what lies before has to be read from the log.
 */
export class Recent {
  #announcements: Announcement[] = [];
  #from: number;
  #rooms = 0;
  readonly #most: number;
  /** An announcement for a course names everybody who is enrolled: a list of many thousands. */
  readonly #mostRooms: number;

  /** @param from the position before the first one that will be remembered. @param most announcements kept. @param mostRooms that those are for, all told. */
  constructor(from: number, most = 500, mostRooms = 100_000) {
    this.#from = from;
    this.#most = most;
    this.#mostRooms = mostRooms;
  }

  /** Remembers. What is withdrawn is forgotten at once: it may be the data of a person who was removed. */
  add(announcement: Announcement) {
    this.#announcements.push(announcement);
    if (announcement.withdraws) this.#announcements = withoutWithdrawn(this.#announcements);
    this.#rooms = announcement.withdraws
      ? this.#announcements.reduce((sum, one) => sum + roomsIn(one), 0)
      : this.#rooms + roomsIn(announcement);
    while (this.#isTooMuch()) {
      const dropped = this.#announcements.shift();
      if (!dropped) return;
      this.#from = dropped.position;
      this.#rooms -= roomsIn(dropped);
    }
  }

  /** The last one is kept whatever it is: most clients that come back miss no more than that. */
  #isTooMuch(): boolean {
    const kept = this.#announcements.length;
    return kept > this.#most || (kept > 1 && this.#rooms > this.#mostRooms);
  }

  /** Everything after the position, in order; null when that reaches further back than is remembered. */
  after(position: number): readonly Announcement[] | null {
    if (position < this.#from) return null;
    return this.#announcements.filter((announcement) => announcement.position > position);
  }
}

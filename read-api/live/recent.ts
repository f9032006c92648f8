import { type Announcement, withoutWithdrawn } from './announcement.ts';

/**
 * The last announcements of this node, so that a client who was away for a moment gets what it missed from memory.
 * It knows everything after the position `from`: what lies before has to be read from the log.
 */
export class Recent {
  #announcements: Announcement[] = [];
  #from: number;
  readonly #most: number;

  /** @param from the position before the first one that will be remembered. @param most announcements kept. */
  constructor(from: number, most = 500) {
    this.#from = from;
    this.#most = most;
  }

  /** Remembers. What is withdrawn is forgotten at once: it may be the data of a person who was removed. */
  add(announcement: Announcement) {
    this.#announcements.push(announcement);
    if (announcement.withdraws) this.#announcements = withoutWithdrawn(this.#announcements);
    if (this.#announcements.length <= this.#most) return;
    const dropped = this.#announcements.shift();
    if (dropped) this.#from = dropped.position;
  }

  /** Everything after the position, in order; null when that reaches further back than is remembered. */
  after(position: number): readonly Announcement[] | null {
    if (position < this.#from) return null;
    return this.#announcements.filter((announcement) => announcement.position > position);
  }
}

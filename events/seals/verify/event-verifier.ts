/** Walks through the whole log once, from the first event, in constant memory, hashing each event as it is stored. */
import { type PrecedingEvent, checkPage } from './check-page.ts';
import { hashLength, leafHash } from '../merkle.ts';
import { earlierFailure, type VerificationFailure } from './verification-failure.ts';
import { encodeEvent, type StoredEvent } from '../proof/encoding.ts';
import type { Queryable } from '../seal-rows.ts';
import { readStoredEvents } from '../stored-events.ts';

const noHash = Buffer.alloc(hashLength);

/** The leaf hash of an event, or zeros where a column holds what no appended event can hold. */
const leafOf = (event: StoredEvent): Buffer => {
  try {
    return leafHash(encodeEvent(event));
  } catch (error) {
    if (error instanceof RangeError) return noHash;
    throw error;
  }
};

export class EventVerifier {
  readonly #database: Queryable;
  readonly #upTo: number;
  readonly #pageSize: number;
  #next: Promise<StoredEvent[]>;
  #page: readonly StoredEvent[] = [];
  #at = 0;
  #before: PrecedingEvent = { position: 0, recordedAt: Number.NEGATIVE_INFINITY };
  /** The first misfit among the events that were read, apart from their seals. */
  misfit: VerificationFailure | null = null;
  /** Events walked over. */
  events = 0;

  constructor(database: Queryable, upTo: number, pageSize: number) {
    this.#database = database;
    this.#upTo = upTo;
    this.#pageSize = pageSize;
    this.#next = this.#read(Number.MIN_SAFE_INTEGER);
  }

  #read(after: number): Promise<StoredEvent[]> {
    const page = readStoredEvents(this.#database, { after, limit: this.#pageSize }).then((events) =>
      (events.at(-1)?.position ?? 0) > this.#upTo
        ? events.filter((event) => event.position <= this.#upTo)
        : events,
    );
    // It is read ahead: an error waits until the page is wanted.
    page.catch(() => {});
    return page;
  }

  /** @returns false at the end of the log. */
  async #turn(): Promise<boolean> {
    const page = await this.#next;
    const last = page.at(-1);
    if (last === undefined) return false;
    this.#next = this.#read(last.position);
    this.misfit = earlierFailure(this.misfit, await checkPage(this.#database, page, this.#before));
    this.#before = last;
    this.#page = page;
    this.#at = 0;
    return true;
  }

  /**
   * The leaf hashes of the events from `first` to `last`; zeros where there is none. Walks over everything up to `last`.
   */
  async leaves(first: number, last: number): Promise<Buffer> {
    const leaves = Buffer.alloc((last - first + 1) * hashLength);
    for (;;) {
      for (; this.#at < this.#page.length; this.#at++) {
        const event = this.#page[this.#at];
        if (event === undefined || event.position > last) return leaves;
        if (event.position >= first) leafOf(event).copy(leaves, (event.position - first) * hashLength);
        this.events++;
      }
      if (!(await this.#turn())) return leaves;
    }
  }

  /** Walks to the end. @returns how many events were still to come. */
  async rest(): Promise<number> {
    const before = this.events;
    do {
      this.events += this.#page.length - this.#at;
      this.#at = this.#page.length;
    } while (await this.#turn());
    return this.events - before;
  }
}

/** Reads the whole log once, from the first event, in constant memory, and hashes each sealed event as it is stored. */
import { hashLeaf, hashLength } from '../merkle.ts';
import { encodeStoredEvent, type StoredEvent } from '../proof/encoding.ts';
import type { Queryable } from '../seal-rows.ts';
import { readStoredEvents } from '../stored-events.ts';
import { checkPage, type PrecedingEvent } from './check-page.ts';
import { chooseEarlierFailure, type VerificationFailure } from './verification-failure.ts';

const zeroHash = Buffer.alloc(hashLength);

/** Returns the leaf hash of an event, or zeros if a column has a value that cannot be encoded. */
const hashLeafOrZeros = (event: StoredEvent): Buffer => {
  try {
    return hashLeaf(encodeStoredEvent(event));
  } catch (error) {
    if (error instanceof RangeError) return zeroHash;
    throw error;
  }
};

export class EventVerifier {
  readonly #database: Queryable;
  readonly #upTo: number;
  readonly #pageSize: number;
  #nextPage: Promise<StoredEvent[]>;
  #page: readonly StoredEvent[] = [];
  /** Index in `#page` of the next event to hash. */
  #index = 0;
  #preceding: PrecedingEvent = { position: 0, recordedAt: Number.NEGATIVE_INFINITY };
  /** The first failure that was found without looking at seals. */
  failure: VerificationFailure | null = null;
  /** Number of events before `#index`, in this page and all earlier ones. */
  eventCount = 0;

  constructor(database: Queryable, upTo: number, pageSize: number) {
    this.#database = database;
    this.#upTo = upTo;
    this.#pageSize = pageSize;
    // Also reads positions below 1, which only tampering can store.
    this.#nextPage = this.#read(Number.MIN_SAFE_INTEGER);
  }

  #read(after: number): Promise<StoredEvent[]> {
    const page = readStoredEvents(this.#database, { after, limit: this.#pageSize }).then((events) =>
      (events.at(-1)?.position ?? 0) > this.#upTo
        ? events.filter((event) => event.position <= this.#upTo)
        : events,
    );
    // The page is read ahead. An error must not be an unhandled rejection before the page is awaited.
    page.catch(() => {});
    return page;
  }

  /** Moves to the next page and checks it. Returns false at the end of the log. */
  async #turnPage(): Promise<boolean> {
    const page = await this.#nextPage;
    const last = page.at(-1);
    if (last === undefined) return false;
    this.#nextPage = this.#read(last.position);
    this.failure = chooseEarlierFailure(this.failure, await checkPage(this.#database, page, this.#preceding));
    this.#preceding = last;
    this.#page = page;
    this.#index = 0;
    return true;
  }

  /**
   * Returns the leaf hashes of the events from `first` to `last`, with zeros for events that are missing or cannot be encoded. Also
   * reads everything before `first` that was not read yet; ranges must be requested in ascending order.
   */
  async leafHashes(first: number, last: number): Promise<Buffer> {
    const leaves = Buffer.alloc((last - first + 1) * hashLength);
    for (;;) {
      for (; this.#index < this.#page.length; this.#index++) {
        const event = this.#page[this.#index];
        if (event === undefined || event.position > last) return leaves;
        if (event.position >= first)
          hashLeafOrZeros(event).copy(leaves, (event.position - first) * hashLength);
        this.eventCount++;
      }
      if (!(await this.#turnPage())) return leaves;
    }
  }

  /** Reads and checks the rest of the log without hashing it. Returns the number of events in this rest. */
  async finish(): Promise<number> {
    const before = this.eventCount;
    do {
      this.eventCount += this.#page.length - this.#index;
      this.#index = this.#page.length;
    } while (await this.#turnPage());
    return this.eventCount - before;
  }
}

/** Reads the whole log once, from the first event, in constant memory, and hashes each sealed event as it is stored. */
import { ArchiveDamagedError, SegmentsMissingError } from '../../archive/archive-error.ts';
import type { LogSource } from '../../archive/archived-events.ts';
import { hashLeaf, hashLength } from '../merkle.ts';
import { encodeStoredEvent, type StoredEvent } from '../proof/encoding.ts';
import { readStoredEvents } from '../stored-events.ts';
import { type ArchiveEnd, createArchiveFailure } from './archive-tables.ts';
import { ArchivedPageCheck } from './archived-page-check.ts';
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
  readonly #source: LogSource;
  readonly #archived: ArchivedPageCheck;
  readonly #upTo: number;
  readonly #pageSize: number;
  #nextPage: Promise<StoredEvent[]>;
  #page: readonly StoredEvent[] = [];
  /** Index in `#page` of the next event to hash. */
  #index = 0;
  #preceding: PrecedingEvent = { position: 0, recordedAt: Number.NEGATIVE_INFINITY };
  /** The first failure that was found without looking at seals. */
  failure: VerificationFailure | null;
  /** Number of events before `#index`, in this page and all earlier ones. */
  eventCount = 0;

  /**
   * @param options.archiveEnd the end of the archive when the verification began.
   * @param options.failure of the list of segments.
   */
  constructor(
    source: LogSource,
    options: { upTo: number; archiveEnd: ArchiveEnd; failure: VerificationFailure | null; pageSize: number },
  ) {
    const { upTo, archiveEnd, failure, pageSize } = options;
    this.failure = failure;
    this.#source = source;
    this.#archived = new ArchivedPageCheck(source, archiveEnd);
    this.#upTo = upTo;
    this.#pageSize = pageSize;
    // Also reads positions below 1, which only tampering can store.
    this.#nextPage = this.#read(Number.MIN_SAFE_INTEGER);
  }

  #read(after: number): Promise<StoredEvent[]> {
    const page = readStoredEvents(this.#source, { after, limit: this.#pageSize }).then((events) =>
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
    const page = await this.#tryArchive(this.#nextPage);
    const last = page?.at(-1);
    if (page === null || last === undefined) return false;
    this.#nextPage = this.#read(last.position);
    const failure = await this.#tryArchive(
      checkPage(this.#source.database, this.#archived, page, this.#preceding),
    );
    this.failure = chooseEarlierFailure(this.failure, failure);
    this.#preceding = last;
    this.#page = page;
    this.#index = 0;
    return true;
  }

  /**
   * Returns null if an object of the archive is missing or damaged, or if the list of segments has a hole. Notes the failure at the first
   * position of the page that could not be checked. If the page could not even be read, the log seems to end there.
   */
  async #tryArchive<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof SegmentsMissingError && this.failure !== null) {
        this.failure = { ...this.failure, position: this.#preceding.position + 1 };
        return null;
      }
      if (!(error instanceof ArchiveDamagedError)) throw error;
      const failure = createArchiveFailure(this.#preceding.position + 1, error.message);
      this.failure = chooseEarlierFailure(this.failure, failure);
      return null;
    }
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

  /** Reads and checks the rest of the log without hashing it. Returns the number of these events. */
  async finish(): Promise<number> {
    const before = this.eventCount;
    do {
      this.eventCount += this.#page.length - this.#index;
      this.#index = this.#page.length;
    } while (await this.#turnPage());
    this.failure ??= await this.#archived.finish();
    return this.eventCount - before;
  }
}

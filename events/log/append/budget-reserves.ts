import type { AppendResult, Budget } from '../log.ts';
import { countStoredBytes, type EncodedRequest } from './encoded-request.ts';

/**
 * The events and bytes that the database counts for one request. It counts nothing if `person` is null: a reserve covers the
 * request, or its actor is not a person.
 */
export type Charge = {
  person: string | null;
  events: number;
  bytes: number;
  isEnforced: boolean;
  /** The day (UTC) of the reserves, in days since 1970. */
  day: number;
};

type Reserve = { events: number; bytes: number };

/** A reserve is this share of the budget, but at most {@link maxReserve}. A share below one event is no reserve: a small budget is counted exactly. */
const reserveShare = 1 / 100;
const maxReserve: Reserve = { events: 20, bytes: 100_000 };
/**
 * The maximum number of persons with a reserve. In practice, fewer persons act in one process within a day. Beyond the
 * maximum, the oldest reserves are dropped; they stay counted.
 */
const maxPersons = 50_000;
const dayMs = 86_400_000;

const reserveOf = (max: number | null, maxReserved: number) =>
  max === null ? maxReserved : Math.min(maxReserved, Math.floor(max * reserveShare));

const isWritten = ({ outcome }: AppendResult) => outcome === 'appended';

/**
 * Reserves a part of each person's budget, so that most appends need not count in the database. The first append of a
 * person counts its own events and a reserve, under the log's lock like every count. The following appends of this process
 * use the reserve. Each reserve was counted before it is used. So all processes together exceed the budget only by the one
 * request that crosses it, and by requests with `mayExceedBudget`.
 *
 * The unused part of a reserve stays counted when its process ends, so the person can append that much less on that day. Reserves
 * expire at the end of the day.
 */
export class BudgetReserves {
  /** The limits for the count in the database. A count that is below them leaves room for one more reserve. */
  readonly limits: Budget;
  readonly #size: Reserve;
  #day = 0;
  #reserves = new Map<string, Reserve>();

  constructor({ maxEvents, maxBytes }: Budget) {
    const size = {
      events: reserveOf(maxEvents, maxReserve.events),
      bytes: reserveOf(maxBytes, maxReserve.bytes),
    };
    // A reserve without events or without bytes covers no request.
    this.#size = size.events > 0 && size.bytes > 0 ? size : { events: 0, bytes: 0 };
    this.limits = {
      maxEvents: maxEvents === null ? null : maxEvents - this.#size.events,
      maxBytes: maxBytes === null ? null : maxBytes - this.#size.bytes,
    };
  }

  /**
   * Returns the charge of each request, in order. Takes the events and bytes of covered requests from the reserves. Call
   * {@link settle} with the results, or {@link giveBack} if nothing was appended.
   */
  charge(requests: readonly EncodedRequest[]): Charge[] {
    const day = Math.floor(Date.now() / dayMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#reserves.clear();
    }
    /** The persons for whom these charges include a new reserve. */
    const reserving = new Set<string>();
    return requests.map((request) => {
      const { person, mayExceedBudget } = request;
      const events = request.events.length;
      const bytes = person === null ? 0 : countStoredBytes(request);
      const isEnforced = !mayExceedBudget;
      const reserve = person === null ? undefined : this.#reserves.get(person);
      if (reserve && reserve.events >= events && reserve.bytes >= bytes) {
        reserve.events -= events;
        reserve.bytes -= bytes;
        return { person: null, events, bytes, isEnforced, day };
      }
      if (person === null || !isEnforced || reserving.has(person))
        return { person, events, bytes, isEnforced, day };
      reserving.add(person);
      return {
        person,
        events: events + this.#size.events,
        bytes: bytes + this.#size.bytes,
        isEnforced,
        day,
      };
    });
  }

  /**
   * Adds the reserves that were newly counted, and gives back what requests took from a reserve without appending it. If a request was over
   * the budget, drops the reserve of its person.
   */
  settle(
    requests: readonly EncodedRequest[],
    charges: readonly Charge[],
    results: readonly AppendResult[],
  ): void {
    for (const [index, { person, events }] of requests.entries()) {
      const charge = charges[index];
      const result = results[index];
      // A reserve that was counted on one day must not be used on the next.
      if (person === null || !charge || !result || charge.day !== this.#day) continue;
      const isCovered = charge.person === null;
      // The reserve could still cover a small request, which must not be accepted after a large one was refused.
      if (result.outcome === 'over-budget') this.#reserves.delete(person);
      else if (isCovered && !isWritten(result)) this.#add(person, charge);
      else if (!isCovered && isWritten(result) && charge.events > events.length)
        this.#add(person, this.#size);
    }
  }

  /** Gives back what requests took from the reserves, after their transaction was rolled back. */
  giveBack(requests: readonly EncodedRequest[], charges: readonly Charge[]): void {
    for (const [index, { person }] of requests.entries()) {
      const charge = charges[index];
      if (person !== null && charge?.person === null && charge.day === this.#day) this.#add(person, charge);
    }
  }

  #add(person: string, { events, bytes }: Reserve): void {
    const reserve = this.#reserves.get(person) ?? { events: 0, bytes: 0 };
    this.#reserves.delete(person);
    this.#reserves.set(person, { events: reserve.events + events, bytes: reserve.bytes + bytes });
    if (this.#reserves.size <= maxPersons) return;
    const [oldest] = this.#reserves.keys();
    if (oldest !== undefined) this.#reserves.delete(oldest);
  }
}

/** The work that all contestants do: persons' profiles change, one ~300-byte event each, at an expected version. */
import { createHash } from 'node:crypto';
import type { Store } from './stores/store.ts';

export const persons = 2_000;

/** The same UUIDs in every run. */
export const personId = (index: number): string => {
  const digest = createHash('sha256').update(`person ${index}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
};

/** Data of some 300 bytes as JSON, of which nothing repeats from event to event. */
export const profile = (person: string, version: number) => ({
  name: `Student number ${version} of ${person}`,
  imageUrl: `https://pictures.example.org/${person}/${version}/${'profile-picture/'.repeat(8)}${version}.webp`,
});

export const metadataOf = (person: string) => ({
  actor: { id: person, role: 'Student' as const },
  correlationId: person,
});

/** What does the appending: `inFlight` workers, each with persons of its own, so that nobody waits for a neighbour. */
export class Workload {
  readonly #store: Store;
  readonly #versions: number[];
  readonly #ids = Array.from({ length: persons }, (_, index) => personId(index));
  appended = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#versions = new Array<number>(persons).fill(0);
  }

  /** Appends for some time. @returns events a second. */
  async run(options: { inFlight: number; milliseconds: number; events?: number }): Promise<number> {
    const { inFlight, events = 1 } = options;
    const before = this.appended;
    const start = performance.now();
    const end = start + options.milliseconds;
    const worker = async (first: number) => {
      for (let person = first; performance.now() < end; person = next(person, inFlight, first))
        await this.#append(person, events);
    };
    await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)));
    return ((this.appended - before) * 1000) / (performance.now() - start);
  }

  /** Appends so many events, `inFlight` at once. */
  async write(count: number, inFlight: number): Promise<void> {
    let left = count;
    const worker = async (first: number) => {
      for (let person = first; left > 0; person = next(person, inFlight, first)) {
        left--;
        await this.#append(person, 1);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)));
  }

  async #append(person: number, events: number): Promise<void> {
    const version = this.#versions[person] ?? 0;
    if (!(await this.#store.append(this.#ids[person] ?? '', version, events)))
      throw new Error(`Nobody else writes to person ${person}, and yet the version ${version} was refused.`);
    this.#versions[person] = version + events;
    this.appended += events;
  }
}

const next = (person: number, step: number, first: number) =>
  person + step < persons ? person + step : first;

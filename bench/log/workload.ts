/** The work of all contestants: people change their profiles, one event of about 300 bytes each, at an expected version. */
import { createHash } from 'node:crypto';
import type { Store } from './stores/store.ts';

export const peopleCount = 2_000;

/** Returns the UUID of a person, the same in every run. */
export const personId = (index: number): string => {
  const digest = createHash('sha256').update(`person ${index}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
};

/** Returns the data of an event, different for each version. It has about 300 bytes as JSON. */
export const profile = (person: string, version: number) => ({
  name: `Student number ${version} of ${person}`,
  imageUrl: `https://pictures.example.org/${person}/${version}/${'profile-picture/'.repeat(8)}${version}.webp`,
});

/** Returns the metadata of an event that the person causes. */
export const metadataOf = (person: string) => ({
  actor: { id: person, role: 'Student' as const },
  correlationId: person,
});

/** Appends with `inFlight` workers. Each worker has people of its own, so that there are no conflicts. */
export class Workload {
  readonly #store: Store;
  readonly #versions: number[];
  readonly #ids = Array.from({ length: peopleCount }, (_, index) => personId(index));
  appended = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#versions = new Array<number>(peopleCount).fill(0);
  }

  /** Appends for `durationMs`. @param options.events the number of events per append. @returns the rate in events per second. */
  async run(options: { inFlight: number; durationMs: number; events?: number }): Promise<number> {
    const { inFlight, durationMs, events = 1 } = options;
    const before = this.appended;
    const start = performance.now();
    const end = start + durationMs;
    const worker = async (first: number) => {
      for (let person = first; performance.now() < end; person = nextPerson(person, inFlight, first))
        await this.#append(person, events);
    };
    await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)));
    return ((this.appended - before) * 1000) / (performance.now() - start);
  }

  /** Appends `count` events, one per append. */
  async write(count: number, inFlight: number): Promise<void> {
    let remaining = count;
    const worker = async (first: number) => {
      for (let person = first; remaining > 0; person = nextPerson(person, inFlight, first)) {
        remaining--;
        await this.#append(person, 1);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)));
  }

  async #append(person: number, events: number): Promise<void> {
    const version = this.#versions[person] ?? 0;
    if (!(await this.#store.append(this.#ids[person] ?? '', version, events)))
      throw new Error(
        `The append at version ${version} of person ${person} was refused, although no other worker writes to this stream.`,
      );
    this.#versions[person] = version + events;
    this.appended += events;
  }
}

/** Returns the next person of a worker; after the last one, its first. */
const nextPerson = (person: number, step: number, first: number) =>
  person + step < peopleCount ? person + step : first;

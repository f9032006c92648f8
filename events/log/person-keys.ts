/** The part of the vault that the log uses: the keys of persons. The vault (`events/vault/`) implements this interface. */
import type { KeyObject } from 'node:crypto';

/** Provides the key of each person, 32 bytes. */
export interface PersonKeys {
  /** Returns the cached key of a person; null if it was destroyed, undefined if it is not cached. */
  cached(person: string): KeyObject | null | undefined;
  /**
   * Returns a key for each person and creates missing ones.
   * @throws PersonRemovedError if the key of one of them was destroyed.
   */
  keysForWriting(persons: Iterable<string>): Promise<Map<string, KeyObject>>;
  /** Returns the key of each person; null if it was destroyed or never existed. */
  keysForReading(persons: Iterable<string>): Promise<Map<string, KeyObject | null>>;
  /** Returns the keyed digest by which an e-mail address is reserved: the same for all addresses with one normal form (`normalizeEmail`). */
  emailDigest(email: string): Promise<Buffer>;
  /** Removes a person's key from the cache of this process, because the person was removed. */
  evict(person: string): void;
  /** Empties the cache of this process, because the database may have lost or destroyed some of the keys. */
  evictAll(): void;
}

/** Personal data cannot be written because the person's key is destroyed, normally because the person was removed. */
export class PersonRemovedError extends Error {
  override name = 'PersonRemovedError';
  readonly person: string;

  constructor(person: string) {
    super(`The person ${person} was removed, so no personal data can be written for them.`);
    this.person = person;
  }
}

/** For appenders that never write personal data. */
export const noPersonKeys: PersonKeys = {
  cached: () => undefined,
  keysForWriting: () => Promise.reject(new TypeError('Personal data cannot be written without a vault.')),
  emailDigest: () => Promise.reject(new TypeError('An e-mail address cannot be reserved without a vault.')),
  keysForReading: async (persons) => new Map(Array.from(persons, (person) => [person, null])),
  evict: () => {},
  evictAll: () => {},
};

/**
 * The vault: one key for each person, under which that person's data in events is encrypted. Keys are made at the
 * first write, live wrapped by the master key in `vault.keys`, and are destroyed when the person is removed: the
 * log stays whole and the data cannot be read again. A destroyed key leaves a tombstone, so none is made anew.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Listener } from '../log/notification-listener.ts';
import { type MasterKey, parseMasterKey, unwrapKey, wrapKey } from './master-key.ts';

/** Personal data was to be written for a person who was removed. */
export class PersonRemovedError extends Error {
  override name = 'PersonRemovedError';
}

/** The vault was made with another master key than those given: nothing in it could be read, and two would be mixed. */
export class WrongMasterKeyError extends Error {
  override name = 'WrongMasterKeyError';
}

export interface Vault {
  /**
   * To be called when a service starts, so that a wrong key is found then and not with the first person.
   * @throws WrongMasterKeyError when there are keys that none of the given master keys unwraps.
   */
  requireMasterKeys(): Promise<void>;
  /** What is in the cache, at once: the key, null if it was destroyed, undefined if it has to be fetched. */
  cached(person: string): KeyObject | null | undefined;
  /** Keys for encrypting; made where there are none. @throws PersonRemovedError if one was destroyed. */
  keysForWriting(persons: Iterable<string>): Promise<Map<string, KeyObject>>;
  /** Keys for decrypting; null where it was destroyed or never was. One query for all that are not in the cache. */
  keysForReading(persons: Iterable<string>): Promise<Map<string, KeyObject | null>>;
  /** Destroys for good, here and (by a notification) in every process's cache. May be repeated. */
  destroy(persons: readonly string[]): Promise<void>;
  /** Drops a key from this process's cache, when its person is known to be removed. */
  forget(person: string): void;
  /**
   * After the vault was restored from a backup: destroys the keys of everybody whose removal the log holds. To be
   * called before anything is served. Needs a role that may read the log. @returns how many were destroyed.
   */
  applyRemovals(): Promise<number>;
  /** Wraps all keys anew that another master key than the first one wraps. Needs the owner. @returns how many. */
  rewrap(): Promise<number>;
  close(): Promise<void>;
}

/** What an append needs of a vault. */
export type WritingVault = Pick<Vault, 'cached' | 'keysForWriting' | 'forget'>;

type Row = { person: string; master_key_id: string | null; wrapped: Buffer | null };

const cacheSize = 50_000;
/** A key is asked for anew after this time, should a notification of its destruction have been lost. */
const cacheTime = 60_000;

class PostgresVault implements Vault {
  readonly #pool: Pool;
  readonly #master: MasterKey;
  readonly #masters: ReadonlyMap<string, MasterKey>;
  readonly #cache = new LRUCache<string, { key: KeyObject | null }>({
    max: cacheSize,
    ttl: cacheTime,
    ttlResolution: 1_000,
  });
  readonly #listener: Listener;
  /** Counts what was forgotten: a key that was being fetched meanwhile may be one of those, and is not kept. */
  #forgotten = 0;

  constructor(pool: Pool, masters: readonly [MasterKey, ...MasterKey[]]) {
    this.#pool = pool;
    this.#master = masters[0];
    this.#masters = new Map(masters.map((master) => [master.id, master]));
    this.#listener = new Listener(pool, ['lyceum_vault']);
    this.#listener.on((person) => (person === null ? this.#forgetAll() : this.forget(person)));
  }

  async requireMasterKeys(): Promise<void> {
    const held = [...this.#masters.keys()];
    const { rows } = await this.#pool.query<{ master_key_id: string }>(
      'select master_key_id from vault.keys where master_key_id <> all ($1::text[]) limit 1',
      [held],
    );
    if (rows[0])
      throw new WrongMasterKeyError(
        `The vault holds keys that the master key ${rows[0].master_key_id} wraps; given was ${held.join(', ')}. Set VAULT_MASTER_KEY to the key with which this database was made.`,
      );
  }

  cached(person: string): KeyObject | null | undefined {
    return this.#cache.get(person)?.key;
  }

  forget(person: string): void {
    this.#forgotten += 1;
    this.#cache.delete(person);
  }

  async keysForReading(persons: Iterable<string>): Promise<Map<string, KeyObject | null>> {
    const keys = new Map<string, KeyObject | null>();
    const missing = new Set<string>();
    for (const person of persons) {
      const key = this.cached(person);
      if (key === undefined) missing.add(person);
      else keys.set(person, key);
    }
    if (missing.size === 0) return keys;
    for (const [person, key] of await this.#fetch([...missing])) keys.set(person, key);
    for (const person of missing) if (!keys.has(person)) keys.set(person, null);
    return keys;
  }

  async keysForWriting(persons: Iterable<string>): Promise<Map<string, KeyObject>> {
    const wanted = [...new Set(persons)];
    const missing = wanted.filter((person) => this.cached(person) === undefined);
    const keys = new Map<string, KeyObject | null>();
    for (const person of wanted) keys.set(person, this.cached(person) ?? null);
    if (missing.length > 0) {
      let found = await this.#fetch(missing);
      if (found.size < missing.length) {
        await this.#make(missing.filter((person) => !found.has(person)));
        found = await this.#fetch(missing);
      }
      for (const [person, key] of found) keys.set(person, key);
    }
    return new Map(
      wanted.map((person) => {
        const key = keys.get(person);
        if (!key)
          throw new PersonRemovedError(`The person ${person} was removed; nothing personal can be written.`);
        return [person, key];
      }),
    );
  }

  async destroy(persons: readonly string[]): Promise<void> {
    await this.#pool.query('select vault.destroy($1::uuid[])', [persons]);
    for (const person of persons) this.forget(person);
  }

  async applyRemovals(): Promise<number> {
    const { rows } = await this.#pool.query<{ destroyed: number | null }>(
      `select vault.destroy(array_agg(substr(removed.stream, 6)::uuid)) as destroyed
         from log.events as removed left join vault.keys on keys.person = substr(removed.stream, 6)::uuid
         where removed.type = 'UserRemoved' and keys.destroyed_at is null`,
    );
    this.#forgetAll();
    return rows[0]?.destroyed ?? 0;
  }

  async rewrap(): Promise<number> {
    let done = 0;
    for (;;) {
      const { rows } = await this.#pool.query<Row>(
        'select person, master_key_id, wrapped from vault.keys where master_key_id <> $1 limit 1000',
        [this.#master.id],
      );
      if (rows.length === 0) return done;
      const wrapped = rows.map((row) => {
        const key = this.#unwrap(row);
        return key && wrapKey(this.#master, row.person, key);
      });
      await this.#pool.query(
        `update vault.keys set master_key_id = $1, wrapped = anew.wrapped
           from unnest($2::uuid[], $3::bytea[]) as anew(person, wrapped)
           where keys.person = anew.person and keys.destroyed_at is null`,
        [this.#master.id, rows.map((row) => row.person), wrapped],
      );
      done += rows.length;
    }
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  /** The rows that there are, unwrapped (null: destroyed) and kept in the cache. */
  async #fetch(persons: readonly string[]): Promise<Map<string, KeyObject | null>> {
    const forgotten = this.#forgotten;
    const { rows } = await this.#pool.query<Row>({
      name: 'vault-fetch',
      text: 'select person, master_key_id, wrapped from vault.keys where person = any ($1::uuid[])',
      values: [persons],
    });
    const keys = new Map(rows.map((row) => [row.person, this.#unwrap(row)]));
    if (forgotten === this.#forgotten) for (const [person, key] of keys) this.#cache.set(person, { key });
    return keys;
  }

  /** Two processes may do so for one person at once: the first row stays, and both read it afterwards. */
  async #make(persons: readonly string[]): Promise<void> {
    const ordered = [...persons].sort();
    await this.#pool.query(
      `insert into vault.keys (person, master_key_id, wrapped)
         select person, $2, wrapped from unnest($1::uuid[], $3::bytea[]) as made(person, wrapped)
         on conflict (person) do nothing`,
      [
        ordered,
        this.#master.id,
        ordered.map((person) => wrapKey(this.#master, person, createSecretKey(randomBytes(32)))),
      ],
    );
  }

  #unwrap(row: Row): KeyObject | null {
    if (!row.wrapped || !row.master_key_id) return null;
    return unwrapKey(this.#masters, {
      person: row.person,
      masterKeyId: row.master_key_id,
      wrapped: row.wrapped,
    });
  }

  #forgetAll(): void {
    this.#forgotten += 1;
    this.#cache.clear();
  }
}

/**
 * @param options.pool of a role that may read `vault.keys` (and insert, for writing; see migrations 0005).
 * @param options.masterKey 32 bytes as base64 or hexadecimal digits.
 * @param options.previousMasterKeys older ones that still wrap some keys (see {@link Vault.rewrap}).
 */
export const openVault = (options: {
  pool: Pool;
  masterKey: string | Buffer;
  previousMasterKeys?: readonly (string | Buffer)[];
}): Vault =>
  new PostgresVault(options.pool, [
    parseMasterKey(options.masterKey),
    ...(options.previousMasterKeys ?? []).map(parseMasterKey),
  ]);

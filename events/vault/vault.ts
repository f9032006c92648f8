/**
 * The vault: one key for each person, which encrypts the person's data in events. A key is created with the first write, and stored in
 * `vault.keys` encrypted (wrapped) under the master key. It is destroyed when the person is removed: the log stays complete, but the data
 * can no longer be decrypted. A destroyed key leaves a tombstone, so that no new key is created for the person.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { clientConfigOf, NotificationListener } from '../log/notification-listener.ts';
import { type PersonKeys, PersonRemovedError } from '../log/person-keys.ts';
import { digestEmail } from './email-digest.ts';
import { type MasterKey, parseMasterKey, unwrapKey, wrapKey } from './master-key.ts';
import { readOrCreateSecret, rewrapSecrets } from './school-secrets.ts';

/** The vault contains keys or secrets that none of the given master keys can unwrap. */
export class WrongMasterKeyError extends Error {
  override name = 'WrongMasterKeyError';
}

/** Returns the id of a master key that wraps keys or secrets in the vault and is not one of `masterKeyIds`; null if there is none. */
export const findOtherMasterKey = async (
  pool: Pick<Pool, 'query'>,
  masterKeyIds: readonly string[],
): Promise<string | null> => {
  const { rows } = await pool.query<{ master_key_id: string }>(
    `select master_key_id from vault.keys where master_key_id is not null and master_key_id <> all ($1::text[])
     union all select master_key_id from vault.secrets where master_key_id <> all ($1::text[]) limit 1`,
    [masterKeyIds],
  );
  return rows[0]?.master_key_id ?? null;
};

export interface Vault extends PersonKeys {
  /**
   * Requires that all keys and secrets are wrapped by the given master keys. Called at the start of a process, it detects a wrong
   * master key early.
   * @throws WrongMasterKeyError if a key or a secret is wrapped by none of the given master keys.
   */
  requireMasterKeys(): Promise<void>;
  /**
   * Destroys keys permanently, in all processes. A person without a key gets a tombstone. Can be repeated.
   * The removal of an account does not need this: `log.write_batch` destroys the key in the transaction of the append.
   */
  destroy(persons: readonly string[]): Promise<void>;
  /**
   * Destroys the keys of all persons whom the log records as removed, because a vault restored from a backup may
   * contain them again. Call it before personal data is read. Needs a role that may read the log and destroy keys
   * (lyceum_projector).
   * @returns the number of destroyed keys, including tombstones of persons who had no key.
   */
  reapplyRemovals(): Promise<number>;
  /**
   * Rewraps all keys and secrets that are not yet wrapped with the current master key (`masterKey` of {@link openVault}). Needs the
   * owner of the database.
   * @returns the number of rewrapped keys of persons.
   */
  rewrapKeys(): Promise<number>;
  close(): Promise<void>;
}

type KeyRow = { person: string; master_key_id: string | null; wrapped: Buffer | null };

const maxCachedKeys = 50_000;
/** If the notification of a key's destruction is lost, the cached key is used no longer than this. */
const cacheTtlMs = 60_000;

class PostgresVault implements Vault {
  readonly #pool: Pool;
  readonly #master: MasterKey;
  readonly #masters: ReadonlyMap<string, MasterKey>;
  readonly #cache = new LRUCache<string, { key: KeyObject | null }>({
    max: maxCachedKeys,
    ttl: cacheTtlMs,
    ttlResolution: 1_000,
  });
  readonly #listener: NotificationListener;
  #emailKey: Promise<KeyObject> | null = null;
  /** Counts evictions: a key that is evicted while it is being fetched must not be cached afterwards. */
  #evictions = 0;

  constructor(pool: Pool, masters: readonly [MasterKey, ...MasterKey[]]) {
    this.#pool = pool;
    this.#master = masters[0];
    this.#masters = new Map(masters.map((master) => [master.id, master]));
    this.#listener = new NotificationListener({
      connection: clientConfigOf(pool),
      channels: ['lyceum_vault'],
    });
    // Every role of the database may listen, so the notification does not name the person.
    this.#listener.subscribe(() => this.evictAll());
  }

  async requireMasterKeys(): Promise<void> {
    const masterKeyIds = [...this.#masters.keys()];
    const otherId = await findOtherMasterKey(this.#pool, masterKeyIds);
    if (otherId !== null)
      throw new WrongMasterKeyError(
        `The vault contains keys or secrets that are wrapped by the master key ${otherId}, which is not one of the given master keys (${masterKeyIds.join(', ')}). Add that key to VAULT_MASTER_KEY or VAULT_PREVIOUS_MASTER_KEYS.`,
      );
  }

  cached(person: string): KeyObject | null | undefined {
    return this.#cache.get(person)?.key;
  }

  async emailDigest(email: string): Promise<Buffer> {
    this.#emailKey ??= readOrCreateSecret(this.#pool, 'email-digests', {
      first: this.#master,
      all: this.#masters,
    });
    try {
      return digestEmail(await this.#emailKey, email);
    } catch (error) {
      this.#emailKey = null;
      throw error;
    }
  }

  evict(person: string): void {
    this.#evictions += 1;
    this.#cache.delete(person);
  }

  evictAll(): void {
    this.#evictions += 1;
    this.#cache.clear();
    this.#emailKey = null;
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
    const unique = [...new Set(persons)];
    const missing = unique.filter((person) => this.cached(person) === undefined);
    const keys = new Map<string, KeyObject | null>();
    for (const person of unique) keys.set(person, this.cached(person) ?? null);
    if (missing.length > 0) {
      let found = await this.#fetch(missing);
      if (found.size < missing.length) {
        await this.#create(missing.filter((person) => !found.has(person)));
        found = await this.#fetch(missing);
      }
      for (const [person, key] of found) keys.set(person, key);
    }
    return new Map(
      unique.map((person) => {
        const key = keys.get(person);
        if (!key) throw new PersonRemovedError(person);
        return [person, key];
      }),
    );
  }

  async destroy(persons: readonly string[]): Promise<void> {
    await this.#pool.query('select vault.destroy($1::uuid[])', [persons]);
    for (const person of persons) this.evict(person);
  }

  async reapplyRemovals(): Promise<number> {
    // The stream of a user is `user-<id>`, so the id begins at the sixth character.
    const { rows } = await this.#pool.query<{ destroyed: number | null }>(
      `select vault.destroy(array_agg(substr(removed.stream, 6)::uuid)) as destroyed
         from log.removals as removed left join vault.keys on keys.person = substr(removed.stream, 6)::uuid
         where keys.destroyed_at is null`,
    );
    this.evictAll();
    return rows[0]?.destroyed ?? 0;
  }

  async rewrapKeys(): Promise<number> {
    await rewrapSecrets(this.#pool, { first: this.#master, all: this.#masters });
    let count = 0;
    for (;;) {
      const { rows } = await this.#pool.query<KeyRow>(
        'select person, master_key_id, wrapped from vault.keys where master_key_id <> $1 limit 1000',
        [this.#master.id],
      );
      if (rows.length === 0) return count;
      const wrapped = rows.map((row) => {
        const key = this.#unwrap(row);
        return key && wrapKey(this.#master, row.person, key);
      });
      await this.#pool.query(
        `update vault.keys set master_key_id = $1, wrapped = rewrapped.wrapped
           from unnest($2::uuid[], $3::bytea[]) as rewrapped(person, wrapped)
           where keys.person = rewrapped.person and keys.destroyed_at is null`,
        [this.#master.id, rows.map((row) => row.person), wrapped],
      );
      count += rows.length;
    }
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  /** Reads the existing keys (null: destroyed) and caches them. Persons without a row are missing from the result. */
  async #fetch(persons: readonly string[]): Promise<Map<string, KeyObject | null>> {
    const evictions = this.#evictions;
    const { rows } = await this.#pool.query<KeyRow>({
      name: 'vault-fetch',
      text: 'select person, master_key_id, wrapped from vault.keys where person = any ($1::uuid[])',
      values: [persons],
    });
    const keys = new Map(rows.map((row) => [row.person, this.#unwrap(row)]));
    if (evictions === this.#evictions) for (const [person, key] of keys) this.#cache.set(person, { key });
    return keys;
  }

  /** Inserts missing keys. If two processes do this for one person, the first row is kept, and both processes read it afterwards. */
  async #create(persons: readonly string[]): Promise<void> {
    const sorted = [...persons].sort();
    await this.#pool.query(
      `insert into vault.keys (person, master_key_id, wrapped)
         select person, $2, wrapped from unnest($1::uuid[], $3::bytea[]) as created(person, wrapped)
         on conflict (person) do nothing`,
      [
        sorted,
        this.#master.id,
        sorted.map((person) => wrapKey(this.#master, person, createSecretKey(randomBytes(32)))),
      ],
    );
  }

  #unwrap(row: KeyRow): KeyObject | null {
    if (!row.wrapped || !row.master_key_id) return null;
    return unwrapKey(this.#masters, {
      person: row.person,
      masterKeyId: row.master_key_id,
      wrapped: row.wrapped,
    });
  }
}

/**
 * Opens the vault of a database.
 * @param options.pool of the primary, with a role that may read `vault.keys`. To create keys, the role must also be allowed to insert there.
 * Digests of e-mail addresses need `vault.secrets` (migrations 0005 and 0190).
 * @param options.masterKey 32 bytes as base64 or hexadecimal digits.
 * @param options.previousMasterKeys other master keys that may wrap some keys (see {@link Vault.rewrapKeys}).
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

import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** Returns the pseudonym of a UUID: a UUID of version 8 that is always the same for the same id and log. */
export type Pseudonyms = (id: string) => string;

const maxCached = 100_000;

/**
 * Creates the pseudonyms of a log: HMAC-SHA-256 of the id's 16 bytes, truncated to a UUID. With the key a pseudonym can be
 * computed from an id, but never the id from a pseudonym. (GDPR, Article 4(5): the key is kept separately.)
 * @param key the log's key of pseudonyms, 32 bytes.
 */
export const createPseudonyms = (key: Uint8Array): Pseudonyms => {
  const cache = new LRUCache<string, string>({ max: maxCached });
  return (uuid) => {
    const id = uuid.toLowerCase();
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const bytes = createHmac('sha256', key)
      .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
      .digest();
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex', 0, 16);
    const pseudonym = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    cache.set(id, pseudonym);
    return pseudonym;
  };
};

/**
 * Reads the log's key of pseudonyms and creates the pseudonyms.
 * @param pool of a role that may read the key (lyceum_reader).
 */
export const loadPseudonyms = async (pool: Pick<Pool, 'query'>): Promise<Pseudonyms> => {
  const { rows } = await pool.query<{ key: Buffer }>('select key from log.pseudonym_key');
  if (!rows[0]) throw new Error('The log has no key of pseudonyms. Run the migrations.');
  return createPseudonyms(rows[0].key);
};

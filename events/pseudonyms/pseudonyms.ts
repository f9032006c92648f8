import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** The pseudonym of an id: a UUID (version 8) in its place, always the same for the same id and log. */
export type Pseudonyms = (id: string) => string;

const remembered = 100_000;

/**
 * HMAC-SHA-256 under the log's own key, cut to a UUID: who holds the key can compute it from an id, nobody can go back.
 * After GDPR's Article 4(5): the additional information that leads back is kept apart.
 */
export const createPseudonyms = (key: Uint8Array): Pseudonyms => {
  const known = new LRUCache<string, string>({ max: remembered });
  return (given) => {
    const id = given.toLowerCase();
    const before = known.get(id);
    if (before !== undefined) return before;
    const bytes = createHmac('sha256', key)
      .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
      .digest();
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex', 0, 16);
    const pseudonym = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    known.set(id, pseudonym);
    return pseudonym;
  };
};

/** Reads the log's key of pseudonyms. @param pool of a role that may (lyceum_reader). */
export const loadPseudonyms = async (pool: Pick<Pool, 'query'>): Promise<Pseudonyms> => {
  const { rows } = await pool.query<{ key: Buffer }>('select key from log.pseudonym_key');
  if (!rows[0]) throw new Error('The log has no key for pseudonyms: run the migrations.');
  return createPseudonyms(rows[0].key);
};

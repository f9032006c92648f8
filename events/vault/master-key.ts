import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { decryptField, encryptField } from '../catalogue/codec/field-encryption.ts';

/** A 32-byte key that encrypts ("wraps") other keys. The id is the start of its SHA-256 in hexadecimal. */
export type MasterKey = { id: string; secret: KeyObject };

/**
 * Parses a master key.
 * @param text 32 bytes as base64 or 64 hexadecimal digits, or the bytes themselves.
 * @throws if it has any other length, so that no service starts with a weak key.
 */
export const parseMasterKey = (text: string | Buffer): MasterKey => {
  const secret =
    typeof text !== 'string' ? text : Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (secret.length !== 32)
    throw new Error(
      `The master key must be 32 bytes, as base64 or 64 hexadecimal digits, but is ${secret.length} bytes long. Create one with: openssl rand -base64 32`,
    );
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 16),
    secret: createSecretKey(secret),
  };
};

/**
 * Encrypts a person's key under the master key and binds it to the person.
 * @param person the person's id; for a secret of the school (school-secrets.ts), the name of the secret.
 */
export const wrapKey = (master: MasterKey, person: string, key: KeyObject): Buffer =>
  encryptField(master.secret, key.export(), person);

/**
 * Decrypts a person's key.
 * @param masters by id.
 * @throws if no master key has the id, or the wrapped key is damaged.
 */
export const unwrapKey = (
  masters: ReadonlyMap<string, MasterKey>,
  stored: { person: string; masterKeyId: string; wrapped: Buffer },
): KeyObject => {
  const master = masters.get(stored.masterKeyId);
  if (!master)
    throw new Error(
      `The key of ${stored.person} is wrapped by the master key ${stored.masterKeyId}, which is not one of the given master keys (${[...masters.keys()].join(', ')}).`,
    );
  return createSecretKey(decryptField(master.secret, stored.wrapped, stored.person));
};

import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { openBox, sealBox } from '../catalogue/codec/field-encryption.ts';

/** A 32-byte key that wraps persons' keys; its id is a part of its SHA-256, so that it needs no name in any setting. */
export type MasterKey = { id: string; secret: KeyObject };

/**
 * @param text 32 bytes as base64 or as 64 hexadecimal digits, or the bytes themselves.
 * @throws when it is anything else: a short key must not start a service.
 */
export const parseMasterKey = (text: string | Buffer): MasterKey => {
  const secret =
    typeof text !== 'string' ? text : Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (secret.length !== 32)
    throw new Error(
      `The master key must be 32 bytes, as base64 or 64 hexadecimal digits; it has ${secret.length}. Make one with: openssl rand -base64 32`,
    );
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 16),
    secret: createSecretKey(secret),
  };
};

/** A person's key as it is stored: encrypted under the master key and bound to the person. */
export const wrapKey = (master: MasterKey, person: string, key: KeyObject): Buffer =>
  sealBox(master.secret, key.export(), person);

/** @throws when no master key that is held has this id, or the wrapped key is damaged. */
export const unwrapKey = (
  masters: ReadonlyMap<string, MasterKey>,
  stored: { person: string; masterKeyId: string; wrapped: Buffer },
): KeyObject => {
  const master = masters.get(stored.masterKeyId);
  if (!master)
    throw new Error(
      `The key of ${stored.person} is wrapped by the master key ${stored.masterKeyId}, which is not among those given (${[...masters.keys()].join(', ')}).`,
    );
  return createSecretKey(openBox(master.secret, stored.wrapped, stored.person));
};

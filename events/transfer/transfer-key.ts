/**
 * Keys of personal data on their way from one vault to another: each wrapped (AES-256-GCM, bound to the log and the
 * person) under a key that is made for this one export, from a passphrase or from a key file, and from a salt.
 */
import { createSecretKey, hkdfSync, type KeyObject, randomBytes, scryptSync } from 'node:crypto';
import { decryptField, encryptField } from '../catalogue/codec/field-encryption.ts';
import { BadExportError, type Wrapping } from './raw-export-format.ts';

/** What only those have who may read: a passphrase, or 32 random bytes. */
export type TransferSecret = { passphrase: string } | { key: Buffer };

/** Shorter passphrases are guessed, whatever is made of them. */
export const minPassphraseLength = 12;

/** RFC 7914; 128 MB and half a second for each guess, as OWASP recommends. */
const scryptCost = { cost: 131_072, blockSize: 8, parallelization: 1 };

const derive = (secret: TransferSecret, wrapping: Wrapping): KeyObject => {
  const salt = Buffer.from(wrapping.salt, 'base64');
  if (wrapping.by === 'scrypt') {
    if (!('passphrase' in secret))
      throw new BadExportError('The keys in this file are wrapped under a passphrase, not under a key file.');
    const { cost, blockSize, parallelization } = wrapping;
    // The same text typed on two keyboards may come as different bytes.
    return createSecretKey(
      scryptSync(secret.passphrase.normalize('NFC'), salt, 32, {
        cost,
        blockSize,
        parallelization,
        maxmem: 2 * 128 * cost * blockSize,
      }),
    );
  }
  if (!('key' in secret))
    throw new BadExportError('The keys in this file are wrapped under a key file, not under a passphrase.');
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', secret.key, salt, 'lyceum keys of personal data 1', 32)),
  );
};

export type TransferKey = {
  wrapping: Wrapping;
  /** @param of the log's id and whose it is: a wrapped key that is moved to another place does not open there. */
  wrap(content: Buffer, of: string): string;
  /** @throws BadExportError when the secret is another one, or a byte was changed. */
  unwrap(wrapped: string, of: string): Buffer;
};

const travelKey = (wrapping: Wrapping, key: KeyObject): TransferKey => ({
  wrapping,
  wrap: (content, of) => encryptField(key, content, of).toString('base64'),
  unwrap: (wrapped, of) => {
    try {
      return decryptField(key, Buffer.from(wrapped, 'base64'), of);
    } catch (error) {
      throw new BadExportError(
        `The keys in this file do not open: ${wrapping.by === 'scrypt' ? 'the passphrase' : 'the key file'} is another one, or they were changed.`,
        { cause: error },
      );
    }
  },
});

/** A new key for one export. @throws RangeError for a passphrase that is too short, or a key that has not 32 bytes. */
export const createTransferKey = (secret: TransferSecret): TransferKey => {
  const salt = randomBytes(16).toString('base64');
  if ('passphrase' in secret) {
    if (secret.passphrase.length < minPassphraseLength)
      throw new RangeError(`A passphrase needs ${minPassphraseLength} characters at least.`);
    const wrapping: Wrapping = { by: 'scrypt', ...scryptCost, salt };
    return travelKey(wrapping, derive(secret, wrapping));
  }
  if (secret.key.length !== 32) throw new RangeError('A key file holds 32 bytes.');
  const wrapping: Wrapping = { by: 'hkdf-sha256', salt };
  return travelKey(wrapping, derive(secret, wrapping));
};

/** The key of an export that is read. @throws BadExportError when the file wants another kind of secret. */
export const deriveTransferKey = (secret: TransferSecret, wrapping: Wrapping): TransferKey =>
  travelKey(wrapping, derive(secret, wrapping));

/** What a wrapped key is bound to: whose it is, in which log. */
export const personKeyContext = (logId: string, person: string): string => `${logId}|${person}`;
export const pseudonymKeyContext = (logId: string): string => `${logId}|pseudonyms`;

/**
 * Encrypts the keys of persons, and the pseudonym key, for the transfer to another database, with AES-256-GCM. Each is bound to the
 * log, and a person's key also to the person. The transfer key is derived for one export, from a passphrase or a key file and a random salt.
 */
import { createSecretKey, hkdfSync, type KeyObject, randomBytes, scryptSync } from 'node:crypto';
import { decryptField, encryptField } from '../catalogue/codec/field-encryption.ts';
import { BadExportError } from './bad-export-error.ts';
import type { Wrapping } from './raw-export-format.ts';

/** The secret that the exporting and the importing person share: a passphrase, or 32 random bytes. */
export type TransferSecret = { passphrase: string } | { key: Buffer };

/** Shorter passphrases can be guessed, even if each guess is slow. */
export const minPassphraseLength = 12;

/** scrypt (RFC 7914) with the parameters that OWASP recommends: 128 MB and half a second per guess. */
const scryptCost = { cost: 131_072, blockSize: 8, parallelization: 1 };

const deriveKey = (secret: TransferSecret, wrapping: Wrapping): KeyObject => {
  const salt = Buffer.from(wrapping.salt, 'base64');
  if (wrapping.by === 'scrypt') {
    if (!('passphrase' in secret))
      throw new BadExportError(
        'The keys in this file are encrypted under a passphrase, not under a key file.',
      );
    const { cost, blockSize, parallelization } = wrapping;
    // Two keyboards may produce different bytes for the same text, so the passphrase is normalized.
    return createSecretKey(
      scryptSync(secret.passphrase.normalize('NFC'), salt, 32, {
        cost,
        blockSize,
        parallelization,
        // scrypt needs 128 * cost * blockSize bytes; Node refuses more than `maxmem`.
        maxmem: 2 * 128 * cost * blockSize,
      }),
    );
  }
  if (!('key' in secret))
    throw new BadExportError('The keys in this file are encrypted under a key file, not under a passphrase.');
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', secret.key, salt, 'lyceum keys of personal data 1', 32)),
  );
};

export type TransferKey = {
  wrapping: Wrapping;
  /**
   * Encrypts a key and returns it as base64.
   * @param context see {@link formatPersonKeyContext}: the key can only be decrypted with the same context.
   */
  wrap(content: Buffer, context: string): string;
  /** Decrypts a key. @throws BadExportError if the secret or the context differs, or a byte was changed. */
  unwrap(wrapped: string, context: string): Buffer;
};

const createTransferKeyFrom = (wrapping: Wrapping, key: KeyObject): TransferKey => ({
  wrapping,
  wrap: (content, context) => encryptField(key, content, context).toString('base64'),
  unwrap: (wrapped, context) => {
    try {
      return decryptField(key, Buffer.from(wrapped, 'base64'), context);
    } catch (error) {
      throw new BadExportError(
        `The keys in this file cannot be decrypted: ${wrapping.by === 'scrypt' ? 'the passphrase' : 'the key file'} is wrong, or the keys were changed.`,
        { cause: error },
      );
    }
  },
});

/**
 * Creates the key of a new export.
 * @throws RangeError for a short passphrase, or a key that does not have 32 bytes.
 */
export const createTransferKey = (secret: TransferSecret): TransferKey => {
  const salt = randomBytes(16).toString('base64');
  if ('passphrase' in secret) {
    if (secret.passphrase.length < minPassphraseLength)
      throw new RangeError(`A passphrase needs at least ${minPassphraseLength} characters.`);
    return deriveTransferKey(secret, { by: 'scrypt', ...scryptCost, salt });
  }
  if (secret.key.length !== 32) throw new RangeError('A key file must have 32 bytes.');
  return deriveTransferKey(secret, { by: 'hkdf-sha256', salt });
};

/**
 * Derives the key of an existing export from its header.
 * @throws BadExportError if the file needs the other kind of secret.
 */
export const deriveTransferKey = (secret: TransferSecret, wrapping: Wrapping): TransferKey =>
  createTransferKeyFrom(wrapping, deriveKey(secret, wrapping));

/** Returns the context of a person's key. */
export const formatPersonKeyContext = (logId: string, person: string): string => `${logId}|${person}`;
/** Returns the context of the pseudonym key. */
export const formatPseudonymKeyContext = (logId: string): string => `${logId}|pseudonyms`;

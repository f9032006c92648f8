import { readFileSync } from 'node:fs';
import type { TransferSecret } from '#events/transfer/transfer-key.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** The options that say whether a raw export or import includes the keys of personal data, and how they are encrypted. */
export type KeysOptions = { keys?: true; withoutKeys?: true; passphraseFile?: string; keyFile?: string };

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const readKey = (path: string): Buffer => {
  const text = readText(path).trim();
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === 32) return key;
  throw new UsageError(
    `${path} does not contain a key of 32 bytes. Create one: openssl rand -base64 32 > ${path}`,
  );
};

/** Only the first line counts, because editors add a line break at the end of a file. */
const readPassphrase = (path: string): string => readText(path).split(/\r?\n/, 1)[0] ?? '';

/**
 * Returns the secret that encrypts the keys of personal data, or null without keys. There is no default: the user has to
 * decide whether personal data will be readable elsewhere.
 * @throws {UsageError}
 */
export const readTransferSecret = (options: KeysOptions): TransferSecret | null => {
  const { keys, withoutKeys, passphraseFile, keyFile } = options;
  if ((keys === undefined) === (withoutKeys === undefined))
    throw new UsageError(
      'Choose whether to include the keys of personal data: --keys (with --passphrase-file or --key-file) or --without-keys. With the keys, names, e-mails, notes and answers can be read where the file is imported. Without them, nobody can ever read these there.',
    );
  if (withoutKeys) {
    if (passphraseFile !== undefined || keyFile !== undefined)
      throw new UsageError('--without-keys needs no encryption: remove --passphrase-file and --key-file.');
    return null;
  }
  if ((passphraseFile === undefined) === (keyFile === undefined))
    throw new UsageError(
      'The keys must be encrypted: use either --passphrase-file FILE (at least 12 characters in the first line) or --key-file FILE (from openssl rand -base64 32).',
    );
  if (keyFile !== undefined) return { key: readKey(keyFile) };
  return { passphrase: readPassphrase(passphraseFile ?? '') };
};

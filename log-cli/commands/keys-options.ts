import { readFileSync } from 'node:fs';
import type { TravelSecret } from '#events/transfer/travel-key.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/** Whether the keys of personal data travel along, and under what; as it was typed. */
export type KeysOptions = { keys?: true; withoutKeys?: true; passphraseFile?: string; keyFile?: string };

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const keyIn = (path: string): Buffer => {
  const text = readText(path).trim();
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === 32) return key;
  throw new UsageError(`${path} holds no key of 32 bytes. Make one: openssl rand -base64 32 > ${path}`);
};

/** The first line: a file that was written with an editor ends with a line feed. */
const passphraseIn = (path: string): string => readText(path).split(/\r?\n/, 1)[0] ?? '';

/**
 * There is no default: whoever takes a log away says whether it can be read there.
 * @returns under what the keys travel; null: they stay behind.
 * @throws {UsageError}
 */
export const secretOf = (options: KeysOptions): TravelSecret | null => {
  const { keys, withoutKeys, passphraseFile, keyFile } = options;
  if ((keys === undefined) === (withoutKeys === undefined))
    throw new UsageError(
      'Say whether the keys of personal data travel along: --keys (with --passphrase-file or --key-file) or --without-keys. With them names, e-mails, notes and answers can be read where the file is imported; without them nobody can read them there, ever.',
    );
  if (withoutKeys) {
    if (passphraseFile !== undefined || keyFile !== undefined)
      throw new UsageError(
        'Without keys there is nothing to wrap: leave --passphrase-file and --key-file out.',
      );
    return null;
  }
  if ((passphraseFile === undefined) === (keyFile === undefined))
    throw new UsageError(
      'Keys travel wrapped: give --passphrase-file FILE (12 characters or more in its first line) or --key-file FILE (openssl rand -base64 32).',
    );
  if (keyFile !== undefined) return { key: keyIn(keyFile) };
  return { passphrase: passphraseIn(passphraseFile ?? '') };
};

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './write-file-atomically.ts';

const fileIn = (folder: string) => join(folder, 'vault-master-key');

/** Returns the master key from the environment or the data folder; null if there is none yet. */
export const findMasterKey = (
  environment: Record<string, string | undefined>,
  folder: string,
): string | null => {
  if (environment.VAULT_MASTER_KEY) return environment.VAULT_MASTER_KEY;
  const file = fileIn(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
};

/**
 * Returns `VAULT_MASTER_KEY` if it is set (a database from elsewhere needs its key), otherwise the data folder's own key, which
 * is created once (32 bytes as hex, mode 0600). It encrypts the keys in the vault: without it no personal data can be read, so a
 * backup of the folder must include it.
 */
export const readOrCreateMasterKey = async (folder: string): Promise<string> => {
  const known = findMasterKey(process.env, folder);
  if (known !== null) return known;
  const created = randomBytes(32).toString('hex');
  await writeFileAtomically(fileIn(folder), created);
  return created;
};

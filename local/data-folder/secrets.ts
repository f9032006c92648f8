import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';

const masterKeyFile = (folder: string) => join(folder, 'vault-master-key');

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);

/** Creates a file with 32 random bytes as hex, readable by its owner only. @returns its content. */
const createSecret = async (file: string): Promise<string> => {
  const secret = randomBytes(32).toString('hex');
  await writeFileAtomically(file, secret);
  return secret;
};

/** Returns the master key from the environment or the data folder; null if there is none yet. */
export const findMasterKey = (
  environment: Record<string, string | undefined>,
  folder: string,
): string | null => {
  if (environment.VAULT_MASTER_KEY) return environment.VAULT_MASTER_KEY;
  return readIfExists(masterKeyFile(folder));
};

/**
 * Returns the master key: `VAULT_MASTER_KEY` if it is set, for example for a database that was created elsewhere. Otherwise it is
 * the key in the data folder, which is created by the first call. Without the master key no personal data can be read, so a backup
 * of the folder must include it.
 */
export const readOrCreateMasterKey = async (
  folder: string,
  environment: Record<string, string | undefined> = process.env,
): Promise<string> => {
  return findMasterKey(environment, folder) ?? createSecret(masterKeyFile(folder));
};

/**
 * Returns the secret of the Auth emulator, which is created once. It stays the same after a restart, so that other processes need
 * not restart with the emulator.
 */
export const readOrCreateEmulatorSecret = async (folder: string): Promise<string> => {
  const file = join(folder, 'emulator-secret');
  return readIfExists(file) ?? createSecret(file);
};

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOtherMasterKey } from '#events/vault/vault.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';

const masterKeyFile = (folder: string) => join(folder, 'vault-master-key');

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);

/** Creates a file with 32 random bytes as hex, readable only by its owner. @returns its content. */
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

/** Checks that no master key encrypts data in the database. @throws Error if one does: a new key could not decrypt this data. */
const requireUnencryptedDatabase = async (databaseUrl: string, file: string): Promise<void> => {
  const pool = openPool({ connectionString: databaseUrl, maxConnections: 1 });
  try {
    if ((await findOtherMasterKey(pool, [])) === null) return;
  } finally {
    await pool.end();
  }
  throw new Error(
    `The master key is missing: ${file}. The database is encrypted with it. Restore this file from a copy of the data folder, or set VAULT_MASTER_KEY to the key. To begin with an empty school instead, set DATA_DIR to a new folder, and DATABASE_URL, if you use it, to an empty database.`,
  );
};

/**
 * Returns the master key: `VAULT_MASTER_KEY` if it is set, for example for a database that was created elsewhere. Otherwise it is
 * the key in the data folder, which is created by the first call. Without the master key no personal data can be read, so a backup
 * must include it.
 * @param options.databaseUrl of the migrated database, as its owner or a superuser.
 * @throws Error that says what to do if the key is missing although the database is encrypted.
 */
export const readOrCreateMasterKey = async (options: {
  folder: string;
  databaseUrl: string;
  environment: Record<string, string | undefined>;
}): Promise<string> => {
  const known = findMasterKey(options.environment, options.folder);
  if (known !== null) return known;
  const file = masterKeyFile(options.folder);
  await requireUnencryptedDatabase(options.databaseUrl, file);
  return createSecret(file);
};

/**
 * Returns the secret of the Auth emulator, which is created once. It stays the same after a restart, so that other processes need
 * not restart with the emulator.
 */
export const readOrCreateEmulatorSecret = async (folder: string): Promise<string> => {
  const file = join(folder, 'emulator-secret');
  return readIfExists(file) ?? createSecret(file);
};

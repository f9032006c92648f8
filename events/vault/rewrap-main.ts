/**
 * Command-line program that wraps the keys of all persons, and the secrets of the school, with a new master key:
 *
 *   node events/vault/rewrap-main.ts
 *
 * `DATABASE_URL`: the database, as its owner. `VAULT_MASTER_KEY`: the new master key. `VAULT_PREVIOUS_MASTER_KEYS`: the
 * older ones, separated by commas. The program can be interrupted and repeated, and can run while services with both
 * master keys are running.
 */
import { Pool } from 'pg';
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { describeFailure } from '../log/describe-failure.ts';
import { openVault } from './vault.ts';

const { DATABASE_URL, VAULT_MASTER_KEY, VAULT_PREVIOUS_MASTER_KEYS } = readEnvironmentWithSecrets(
  process.env,
);
if (!DATABASE_URL || !VAULT_MASTER_KEY || !VAULT_PREVIOUS_MASTER_KEYS) {
  process.stderr.write(
    'Set DATABASE_URL (as the owner of the database), VAULT_MASTER_KEY (the new key) and VAULT_PREVIOUS_MASTER_KEYS (the old keys).\n',
  );
  process.exitCode = 2;
} else {
  const pool = new Pool({ connectionString: DATABASE_URL, max: 2 });
  // Without a listener, a connection that is lost while idle would end the process. The pool replaces it.
  pool.on('error', () => undefined);
  try {
    const vault = openVault({
      pool,
      masterKey: VAULT_MASTER_KEY,
      previousMasterKeys: VAULT_PREVIOUS_MASTER_KEYS.split(',').map((key) => key.trim()),
    });
    try {
      await vault.requireMasterKeys();
      process.stdout.write(`Keys rewrapped with the new master key: ${await vault.rewrapKeys()}\n`);
    } finally {
      await vault.close();
    }
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

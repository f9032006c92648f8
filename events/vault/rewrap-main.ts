/**
 * Wraps all persons' keys anew after the master key was changed, from a terminal:
 *
 *   node events/vault/rewrap-main.ts
 *
 * `DATABASE_URL` as the owner of the database, `VAULT_MASTER_KEY` the new master key, `VAULT_PREVIOUS_MASTER_KEYS` the
 * older ones, with commas. May be interrupted and repeated, and run while the product does, whose services hold both.
 */
import { Pool } from 'pg';
import { openVault } from './vault.ts';

const { DATABASE_URL, VAULT_MASTER_KEY, VAULT_PREVIOUS_MASTER_KEYS } = process.env;
if (!DATABASE_URL || !VAULT_MASTER_KEY || !VAULT_PREVIOUS_MASTER_KEYS) {
  process.stderr.write(
    'Set DATABASE_URL (the owner of the database), VAULT_MASTER_KEY (the new one) and VAULT_PREVIOUS_MASTER_KEYS.\n',
  );
  process.exitCode = 2;
} else {
  const pool = new Pool({ connectionString: DATABASE_URL, max: 2 });
  try {
    const vault = openVault({
      pool,
      masterKey: VAULT_MASTER_KEY,
      previousMasterKeys: VAULT_PREVIOUS_MASTER_KEYS.split(',').map((key) => key.trim()),
    });
    try {
      await vault.requireMasterKeys();
      process.stdout.write(`${await vault.rewrap()} keys are wrapped by the new master key now.\n`);
    } finally {
      await vault.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

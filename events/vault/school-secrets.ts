import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type MasterKey, unwrapKey, wrapKey } from './master-key.ts';

type SecretRow = { name: string; master_key_id: string; wrapped: Buffer };

/**
 * Returns a secret of the school (see migration 0190), and creates it if it is missing. If two processes create it at the same
 * time, the first secret is kept, and both processes read it afterwards.
 * @param masters `first` wraps a new secret; a stored one may be wrapped with any of `all`.
 */
export const readOrCreateSecret = async (
  pool: Pool,
  name: string,
  masters: { first: MasterKey; all: ReadonlyMap<string, MasterKey> },
): Promise<KeyObject> => {
  const read = async () => {
    const { rows } = await pool.query<SecretRow>(
      'select name, master_key_id, wrapped from vault.secrets where name = $1',
      [name],
    );
    return rows[0];
  };
  let row = await read();
  if (!row) {
    await pool.query(
      'insert into vault.secrets (name, master_key_id, wrapped) values ($1, $2, $3) on conflict (name) do nothing',
      [name, masters.first.id, wrapKey(masters.first, name, createSecretKey(randomBytes(32)))],
    );
    row = await read();
  }
  if (!row) throw new Error(`The secret ${name} of the school was neither found nor created.`);
  return unwrapSecret(masters.all, row);
};

const unwrapSecret = (masters: ReadonlyMap<string, MasterKey>, row: SecretRow): KeyObject =>
  unwrapKey(masters, { person: row.name, masterKeyId: row.master_key_id, wrapped: row.wrapped });

/** Rewraps all secrets that are not yet wrapped with the first master key. @returns their number. */
export const rewrapSecrets = async (
  pool: Pool,
  masters: { first: MasterKey; all: ReadonlyMap<string, MasterKey> },
): Promise<number> => {
  const { rows } = await pool.query<SecretRow>(
    'select name, master_key_id, wrapped from vault.secrets where master_key_id <> $1',
    [masters.first.id],
  );
  for (const row of rows)
    await pool.query('update vault.secrets set master_key_id = $1, wrapped = $2 where name = $3', [
      masters.first.id,
      wrapKey(masters.first, row.name, unwrapSecret(masters.all, row)),
      row.name,
    ]);
  return rows.length;
};

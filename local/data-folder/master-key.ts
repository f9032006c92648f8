import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

/**
 * `VAULT_MASTER_KEY` where it is set (a database that was used elsewhere needs its key); else one of this folder's own:
 * the key that wraps the keys of persons (32 bytes as hex): made once, kept beside the data with mode 0600. Without
 * it no personal data of the log can be read again, so a backup of the folder needs it.
 */
export const masterKeyOf = async (folder: string): Promise<string> => {
  if (process.env.VAULT_MASTER_KEY) return process.env.VAULT_MASTER_KEY;
  const file = join(folder, 'vault-master-key');
  if (!existsSync(file)) await writeWhole(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8').trim();
};

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

const fileIn = (folder: string) => join(folder, 'vault-master-key');

/** The master key, as {@link masterKeyOf} gives it, or null where none has been made yet. */
export const findMasterKey = (
  environment: Record<string, string | undefined>,
  folder: string,
): string | null => {
  if (environment.VAULT_MASTER_KEY) return environment.VAULT_MASTER_KEY;
  const file = fileIn(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
};

/**
 * `VAULT_MASTER_KEY` where it is set (a database that was used elsewhere needs its key); else one of this folder's own:
 * the key that wraps the keys of persons (32 bytes as hex): made once, kept beside the data with mode 0600. Without
 * it no personal data of the log can be read again, so a backup of the folder needs it.
 */
export const masterKeyOf = async (folder: string): Promise<string> => {
  const known = findMasterKey(process.env, folder);
  if (known !== null) return known;
  const made = randomBytes(32).toString('hex');
  await writeWhole(fileIn(folder), made);
  return made;
};

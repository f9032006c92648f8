import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './write-whole.ts';

/**
 * The key that wraps the keys of persons (32 bytes as hex): made once, kept beside the data with mode 0600. Without
 * it no personal data of the log can be read again, so a backup of the folder needs it.
 */
export const masterKeyOf = async (folder: string): Promise<string> => {
  const file = join(folder, 'vault-master-key');
  if (!existsSync(file)) await writeWhole(file, randomBytes(32).toString('hex'));
  return readFileSync(file, 'utf8').trim();
};

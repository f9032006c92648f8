import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A folder that the user may write but not read cannot be synced, and neither can folders of some file systems. */
const unsyncableCodes = ['EACCES', 'EINVAL', 'ENOTSUP'];

const syncFolder = async (path: string) => {
  try {
    await using folder = await open(path, 'r');
    await folder.sync();
  } catch (error) {
    if (!unsyncableCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/**
 * Renames a file whose content is synced. Afterwards, not even a power failure undoes the rename, unless the system cannot sync the folder.
 */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  // Windows cannot sync folders.
  if (process.platform !== 'win32') await syncFolder(dirname(to));
};

import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Replaces a file by `text`, readable by its owner only: whoever reads it, also after a loss of power in the
 * middle, finds the old text or the new one. One writer at a time.
 */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  const half = `${file}.new`;
  await rm(half, { force: true });
  const handle = await open(half, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, file);
  // The new name is on the disk when the folder is. Windows cannot sync a folder.
  if (process.platform !== 'win32') await sync(dirname(file));
};

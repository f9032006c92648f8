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
 * Replaces a file atomically and durably, readable by its owner only: even after a power failure it contains either the old or the
 * new text. There must be only one writer at a time.
 */
export const writeFileAtomically = async (file: string, text: string): Promise<void> => {
  const temporary = `${file}.new`;
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  // The rename is durable only after the folder is synced. Windows cannot sync folders.
  if (process.platform !== 'win32') await sync(dirname(file));
};

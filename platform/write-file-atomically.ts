import { open, rm } from 'node:fs/promises';
import { renameDurably } from './rename-durably.ts';

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
  await renameDurably(temporary, file);
};

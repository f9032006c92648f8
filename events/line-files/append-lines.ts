import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes the entries of a folder to disk, so that a new file does not disappear in a crash. */
const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot sync folders.
  if (process.platform === 'win32') return;
  const folderHandle = await open(folder, 'r');
  try {
    await folderHandle.sync();
  } finally {
    await folderHandle.close();
  }
};

/**
 * Appends lines to a file and flushes them to disk. First it ends a line that a crash left incomplete. Each line is a single write, so
 * several processes may append.
 * @param mode the mode of the file if it has to be created.
 * @throws Error if the disk is full; errors of the file system.
 */
export const appendLines = async (file: string, lines: readonly string[], mode: number): Promise<void> => {
  const fileHandle = await open(file, 'a+', mode);
  try {
    const { size } = await fileHandle.stat();
    const lastByte = size === 0 ? null : (await fileHandle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer;
    const isLastLineIncomplete = lastByte !== null && lastByte.toString() !== '\n';
    for (const [index, line] of lines.entries()) {
      const bytes = Buffer.from(`${isLastLineIncomplete && index === 0 ? '\n' : ''}${line}\n`);
      const { bytesWritten } = await fileHandle.write(bytes);
      if (bytesWritten !== bytes.length) throw new Error(`${file} could not be written: is the disk full?`);
    }
    await fileHandle.sync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await fileHandle.close();
  }
};

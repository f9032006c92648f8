import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFolder = '/dev/shm';
const minFreeBytes = 4 * 2 ** 30;

/** Returns whether files can be kept in memory: on a Linux machine with 4 GB to spare. */
export const hasRoomInMemory = (): boolean => {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false;
  }
};

/**
 * Creates a folder for the data of a throw-away PostgreSQL cluster: in memory on a Linux machine with 4 GB to spare, since
 * cloning a database of a thousand small files takes several times as long on a disk. The caller removes the folder.
 */
export const createScratchFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), prefix));

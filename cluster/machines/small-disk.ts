import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../processes/choose-account.ts';

/** A file system in memory that can be filled. */
export type SmallDisk = {
  /** Writes a file until the disk has no free byte. @throws Error if there is still room afterwards. */
  fill(): void;
  /** Deletes that file. Does nothing if there is none. */
  free(): void;
  /** Removes the disk and everything on it. */
  unmount(): void;
};

const bytesPerMegabyte = 1_048_576;
/** Large pieces first, then smaller ones for the rest. */
const pieces = [Buffer.alloc(bytesPerMegabyte), Buffer.alloc(4_096), Buffer.alloc(1)];

/** Appends the piece until the disk is full. Stops in any case once it has written more bytes than the whole disk can hold. */
const writeUntilFull = (file: number, piece: Buffer, diskBytes: number) => {
  try {
    for (let written = 0; written <= diskBytes; written += piece.length) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
};

/**
 * Mounts a small disk on an empty folder, for an account that becomes its owner.
 * @throws Error unless the user is root, who alone may mount.
 */
export const mountSmallDisk = (folder: string, account: Account, megabytes: number): SmallDisk => {
  if (process.getuid?.() !== 0) throw new Error('Only root can mount a small disk.');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder]);
  account.takeOwnership(folder);
  const filler = join(folder, 'filler');
  return {
    fill: () => {
      const file = openSync(filler, 'a', 0o600);
      for (const piece of pieces) writeUntilFull(file, piece, megabytes * bytesPerMegabyte);
      closeSync(file);
      const { bavail } = statfsSync(folder);
      if (bavail > 0) throw new Error(`${folder} still has ${bavail} free blocks.`);
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => {
      // A process that was just killed may still hold a file. The kernel removes the disk when the last such process has ended.
      execFileSync('umount', ['--lazy', folder]);
    },
  };
};

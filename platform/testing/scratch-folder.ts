import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessStartTime } from '../process-start-time.ts';

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

const isLinux = process.platform === 'linux';

/** Returns the namespace of process ids. A container that shares the folder has a different one, so the same ids belong to other processes there. */
const readPidNamespace = (): string => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';

/** Returns the part of a folder's name that identifies the process that created it. */
const formatCreator = (pid: number, startTime: string | null): string =>
  `${readPidNamespace()}-${pid}-${startTime}`;

/** Returns whether a process works in the folder, or got its path as a setting or an argument. */
const isUsedBy = (pid: string, folder: string): boolean => {
  const reads = [
    () => readlinkSync(`/proc/${pid}/cwd`),
    () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  ];
  return reads.some((read) => {
    try {
      return read().includes(folder);
    } catch {
      // The process has ended, or belongs to another user. A server that runs as another user has the folder in its arguments, which everybody can read.
      return false;
    }
  });
};

/** Returns whether the process that created the folder has ended, and no other process uses the folder. False for a folder of another container or user. */
const isAbandoned = (folder: string): boolean => {
  const [, creator = '', pid = ''] = /-(\d+-(\d+)-\d+)-\w{6}$/.exec(folder) ?? [];
  if (creator === '' || !creator.startsWith(`${readPidNamespace()}-`)) return false;
  if (creator === formatCreator(Number(pid), readProcessStartTime(Number(pid)))) return false;
  if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return false;
  return !readdirSync('/proc').some((name) => /^\d+$/.test(name) && isUsedBy(name, folder));
};

/** Removes the scratch folders of killed processes, which could not remove them. */
const removeAbandonedFolders = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    try {
      if (name.startsWith('lyceum-') && isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another process is removing the folder. If it fails, a later call removes the rest.
    }
  }
};

/**
 * Creates a folder for throw-away data, mainly for PostgreSQL clusters. On a Linux machine with 4 GB to spare it is in memory, because
 * cloning a database of a thousand small files takes several times as long on a disk. The caller removes the folder. If the caller is
 * killed first, a later call on Linux, by the same user in the same container, removes the folder once no process uses it.
 * @param prefix begins with `lyceum-` and ends with `-`.
 */
export const createScratchFolder = (prefix: string): string => {
  const parent = hasRoomInMemory() ? memoryFolder : tmpdir();
  if (!isLinux) return mkdtempSync(join(parent, prefix));
  removeAbandonedFolders(parent);
  return mkdtempSync(
    join(parent, `${prefix}${formatCreator(process.pid, readProcessStartTime(process.pid))}-`),
  );
};

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readProcessStartTime } from '#platform/process-start-time.ts';

/** Returns the id of the running process that holds the lock file; null if there is none. */
const findOwner = (file: string): number | null => {
  let pid: number;
  let startTime: string;
  try {
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    pid = Number(first);
    startTime = second;
  } catch {
    return null;
  }
  return pid > 0 && startTime !== '' && readProcessStartTime(pid) === startTime ? pid : null;
};

/** Returns whether a lock file exists whose process has ended. A missing file is not stale: it may be created at any moment. */
const isStale = (file: string): boolean => existsSync(file) && findOwner(file) === null;

const isExistsError = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * Removes the lock file of a killed process, unless another process is doing so. Only one process at a time may check and remove the file:
 * otherwise the second one could remove the new lock of the first.
 */
const removeStaleLock = (file: string, ownFile: string): void => {
  const guard = `${file}.removal`;
  try {
    linkSync(ownFile, guard);
  } catch (error) {
    if (!isExistsError(error)) throw error;
    // A stale guard is left by a process that was killed while it removed a lock. That is rare, because a removal takes far less than a
    // millisecond. Nothing prevents two processes that find the stale guard at the same moment from both removing a lock.
    if (isStale(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(file)) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
};

/**
 * Tries to acquire the lock file. A killed process does not keep its lock.
 * @returns a function that releases the lock, or the id of the process that holds it.
 */
const tryLock = (file: string): (() => void) | number => {
  const ownFile = `${file}.${process.pid}`;
  writeFileSync(ownFile, `${process.pid}\n${readProcessStartTime(process.pid) ?? ''}\n`);
  try {
    for (;;) {
      try {
        // Creating a link is atomic, and only one of two processes succeeds.
        linkSync(ownFile, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (!isExistsError(error)) throw error;
      }
      const owner = findOwner(file);
      if (owner !== null) return owner;
      removeStaleLock(file, ownFile);
    }
  } finally {
    rmSync(ownFile, { force: true });
  }
};

/** The program flock does not wait for a lock. It could take this long only on a file system that hangs. */
const fileLockTimeoutMs = 10_000;

/**
 * Tries to acquire the system's lock on a file (flock), for which Node has no function. The lock belongs to the open file, so it remains
 * when the program flock ends, and the system releases it when this process ends. It also works between containers, in which process ids
 * have different meanings.
 * @returns null if another process holds the lock; otherwise a function that releases it, even if the system offers no such lock.
 */
const tryFileLock = (file: string): (() => void) | null => {
  const descriptor = openSync(file, 'a', 0o600);
  // The file stays, and the owner of the folder must be able to open it after root has created it.
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(dirname(file));
    fchownSync(descriptor, uid, gid);
  }
  const { status, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
    timeout: fileLockTimeoutMs,
  });
  // Any other failure, and any message, means that the program or the file system does not offer this lock.
  const isHeld = status === 1 && stderr === '';
  if (isHeld) closeSync(descriptor);
  return isHeld ? null : () => closeSync(descriptor);
};

/**
 * Tries to lock a data folder: with the system's lock where there is one, and always with the lock file.
 * @returns a function that releases both locks, or a description of the process that holds one.
 */
const tryLockFolder = (folder: string): (() => void) | string => {
  const pidFile = join(folder, 'running.pid');
  const releaseFile = tryFileLock(join(folder, 'running.lock'));
  if (releaseFile === null) {
    const owner = findOwner(pidFile);
    return owner === null ? 'perhaps in another container' : `process ${owner}`;
  }
  try {
    const result = tryLock(pidFile);
    if (typeof result === 'function')
      return () => {
        result();
        releaseFile();
      };
    releaseFile();
    return `process ${result}`;
  } catch (error) {
    releaseFile();
    throw error;
  }
};

/**
 * Creates the data folder (mode 0700) if necessary, and locks it for this process.
 * @returns a function that releases the lock.
 * @throws Error if another process holds the lock, or if the folder is not writable.
 */
export const lockDataFolder = (folder: string): (() => void) => {
  let result: ReturnType<typeof tryLockFolder>;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    result = tryLockFolder(folder);
  } catch (error) {
    throw new Error(
      `Lyceum cannot write to the data folder ${folder} (${(error as Error).message}). Set DATA_DIR to a folder that you can write to.`,
      { cause: error },
    );
  }
  if (typeof result === 'function') return result;
  throw new Error(
    `Lyceum is already running on the data folder ${folder} (${result}). Stop it, or set DATA_DIR to another folder.`,
  );
};

/**
 * Waits until no other process holds the lock file, and acquires it.
 * @returns a function that releases the lock.
 * @throws Error if another process still holds the lock file after `timeoutMs`.
 */
export const acquireLock = async (file: string, timeoutMs: number): Promise<() => void> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const result = tryLock(file);
    if (typeof result === 'function') return result;
    if (Date.now() > deadline)
      throw new Error(`Process ${result} has held ${file} for too long. End it and start again.`);
    await wait(100);
  }
};

import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Creates the data folder (mode 0700) if necessary, and locks it for this process.
 * @returns a function that releases the lock.
 * @throws Error if another process holds the lock, or if the folder is not writable.
 */
export const lockDataFolder = (folder: string): (() => void) => {
  let result: ReturnType<typeof tryLock>;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    result = tryLock(join(folder, 'running.pid'));
  } catch (error) {
    throw new Error(
      `Lyceum cannot write to the data folder ${folder} (${(error as Error).message}). Set DATA_DIR to a folder that you can write to.`,
      { cause: error },
    );
  }
  if (typeof result === 'function') return result;
  throw new Error(
    `Lyceum is already running on the data folder ${folder} (process ${result}). Stop it, or set DATA_DIR to another folder.`,
  );
};

/**
 * Waits until no other process holds the lock file, and acquires it.
 * @returns a function that releases the lock.
 * @throws Error if another process still holds the lock file after `timeoutMs`.
 */
export const acquireLock = async (file: string, timeoutMs: number): Promise<() => void> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const result = tryLock(file);
    if (typeof result === 'function') return result;
    if (Date.now() > end)
      throw new Error(`Process ${result} has held ${file} for too long. End it and start again.`);
    await wait(100);
  }
};

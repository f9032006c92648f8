import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const isAlive = (pid) => {
  // After a power failure the lock file may be empty, which reads as 0. `kill` takes 0 and negative numbers for groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Returns the id of the process that holds the lock, or another number if the file is damaged; null if nobody holds it any more. */
const readHolder = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
};

/** Returns whether the lock is that of a dead process, or is damaged. */
const isLeftOver = (file) => {
  const holder = readHolder(file);
  return holder !== null && !isAlive(holder);
};

/** Returns whether this process holds the lock now. */
const tryLock = (file) => {
  // The lock must never exist without its content, or another process would take it for the lock of a dead process.
  const ownFile = `${file}.${process.pid}`;
  writeFileSync(ownFile, `${process.pid}`);
  try {
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return readHolder(file) === process.pid || replaceLeftOver(file, ownFile);
  } finally {
    rmSync(ownFile, { force: true });
  }
};

/**
 * Replaces the lock of a dead process with the file of this process. Only the holder of a second lock may do so. Without it, a process
 * that is paused between the check and the replacement would replace the lock of a process that took over meanwhile. If a
 * process dies while it holds the second lock, that lock is replaced in the same way.
 * @returns whether this process holds the lock now.
 */
const replaceLeftOver = (file, ownFile) => {
  const second = `${file}.replace`;
  if (!isLeftOver(file) || !tryLock(second)) return false;
  try {
    if (!isLeftOver(file)) return false;
    renameSync(ownFile, file);
    return true;
  } finally {
    rmSync(second, { force: true });
  }
};

/**
 * Does the work while holding a lock file, which the processes of one working copy share. Waits up to ten minutes for another
 * process, and ignores the lock of a process that was killed.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withLock = async (file, work) => {
  const end = Date.now() + 600_000;
  for (let hasPrinted = false; !tryLock(file); ) {
    if (Date.now() > end)
      throw new Error(
        `Another process has held ${file} for ten minutes. Delete the file if no installation is running.`,
      );
    if (!hasPrinted) process.stdout.write('Waiting for another process that installs the packages.\n');
    hasPrinted = true;
    await wait(250);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};

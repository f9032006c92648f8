import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Returns the id of the process that holds the lock; null if nobody holds it any more. */
const readHolder = (file) => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
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
    const holder = readHolder(file);
    if (holder === process.pid) return true;
    // Several processes may replace the lock of a dead process. Only the last one holds it, so each looks again after a pause.
    if (holder !== null && !isAlive(holder)) renameSync(ownFile, file);
    return false;
  } finally {
    rmSync(ownFile, { force: true });
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

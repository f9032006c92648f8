import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const take = (file) => {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(readFileSync(file, { encoding: 'utf8', flag: 'a+' }));
  if (!holder || !alive(holder)) rmSync(file, { force: true });
  return false;
};

/**
 * Does the work while no other process does it, in the same clone. A killed holder is noticed; ten minutes at most.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const whileLocked = async (file, work) => {
  const end = Date.now() + 600_000;
  for (let said = false; !take(file); ) {
    if (Date.now() > end)
      throw new Error(`Another process holds ${file} for ten minutes. Remove it if none does.`);
    if (!said) process.stdout.write('Another process installs the packages; waiting for it.\n');
    said = true;
    await wait(250);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};

import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of the product's processes: all that have this data folder in their environment. Linux only. */
export const processesOf = (dataFolder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Zombie processes are left out: their environment is empty.
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataFolder}`);
      } catch {
        return false;
      }
    });

import { readdirSync, readFileSync } from 'node:fs';

/** Linux: the processes that were started for this data folder, the product's own and all that it started. */
export const processesOf = (dataFolder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Empty for a process that has ended and was not collected yet.
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataFolder}`);
      } catch {
        return false;
      }
    });

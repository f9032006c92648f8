import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process; null if it is not running. With the id it identifies a process, even if the id is reused.
 * The unit depends on the system, so only compare it.
 */
export const readProcessStartTime = (pid: number): string | null => {
  try {
    // Field 22 of /proc/pid/stat. The program's name (field 2) is in brackets and may contain anything, so fields are counted after it.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
};

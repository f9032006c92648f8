import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start time of a process; null if no process with this id is running, or the time cannot be determined. The system
 * reuses ids, but the id and the start time together identify a process. The format depends on the operating system, so compare results
 * only with each other.
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

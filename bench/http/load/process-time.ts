import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on all current Linux systems. */
const ticksPerSecond = 100;

/**
 * Returns the fields of /proc/PID/stat from the parent's id on. The fields before it are left out, because the name may contain
 * spaces. See proc_pid_stat(5).
 */
const readStat = (pid: number | string): number[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
};

const ticksToMs = (ticks: number): number => (ticks * 1_000) / ticksPerSecond;

const parentOf = (pid: number | string): number => readStat(pid)[0] ?? 0;

/** Returns the processor time of a process in milliseconds. */
export const readProcessMs = (pid: number): number => {
  // The fields `utime` and `stime`.
  const [userTicks = 0, systemTicks = 0] = readStat(pid).slice(10, 12);
  return ticksToMs(userTicks + systemTicks);
};

/** Returns the process id of the postmaster that started a backend process. */
export const postmasterOf = (backendPid: number): number => parentOf(backendPid);

/** Returns the processor time of a process, of its children and of children that have ended, in milliseconds. */
export const readFamilyMs = (pid: number): number => {
  // The fields `cutime` and `cstime`.
  const [endedUserTicks = 0, endedSystemTicks = 0] = readStat(pid).slice(12, 14);
  let ms = readProcessMs(pid) + ticksToMs(endedUserTicks + endedSystemTicks);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (parentOf(name) === pid) ms += readProcessMs(Number(name));
    } catch {
      // The process has ended meanwhile.
    }
  return ms;
};

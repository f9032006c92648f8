import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** What each process opens besides its clients' lines: files, connections to the database, some room. */
const spareFiles = 500;

/**
 * Each server has a file for each client. Node raises its own limit to the hard one, so that is what counts.
 * @throws with what to do when it is too low.
 */
export const requireOpenFiles = (clients: number): void => {
  if (process.platform !== 'linux')
    throw new Error('The memory of other processes is read from /proc: Linux only.');
  const [, limit = '0'] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  if (limit !== 'unlimited' && Number(limit) < clients + spareFiles)
    throw new Error(
      `${clients} clients take ${clients + spareFiles} open files and the limit is ${limit}: raise it (ulimit -Hn, as root ulimit -n ${clients + spareFiles}) or take fewer with --clients ${Math.max(1, Number(limit) - spareFiles)}.`,
    );
};

/** Bytes that a process holds in memory. */
export const residentBytes = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

export const aboutMachine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;

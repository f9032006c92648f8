import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** Open files of a process in addition to its clients' connections: files, database connections, a reserve. */
const spareFiles = 500;

/**
 * Checks the hard limit of open files, to which Node raises its own limit. Each server needs an open file for each of its clients.
 * @param servers over how many servers the clients are spread.
 * @throws Error if this is not Linux, or if the limit is too low. Then the message says how to raise it.
 */
export const requireOpenFiles = (clients: number, servers = 1): void => {
  if (process.platform !== 'linux')
    throw new Error('This benchmark runs on Linux only: it reads the memory of other processes from /proc.');
  const [, limit = '0'] =
    /Max open files\s+\S+\s+(\d+|unlimited)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const needed = Math.ceil(clients / servers) + spareFiles;
  if (limit !== 'unlimited' && Number(limit) < needed)
    throw new Error(
      `With ${clients} clients on ${servers} server(s), each server needs ${needed} open files, but the limit is ${limit}. Raise it (as root: ulimit -n ${needed}; to see it: ulimit -Hn) or use --clients ${Math.max(1, (Number(limit) - spareFiles) * servers)}.`,
    );
};

/** Returns the resident memory of a process in bytes. */
export const readResidentBytes = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

/** Returns the version of Node, the processors and the load of the machine. */
export const describeMachine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`;

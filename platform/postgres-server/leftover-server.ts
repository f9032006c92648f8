import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPostmasterFile } from './postmaster-file.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const sendSignal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
};

/**
 * Finds, on Linux, the processes of PostgreSQL whose working directory is the data folder: the server and its sessions. Other programs may
 * work there too, for example an operator's shell. A session changes its command line, but not its name.
 */
const findProcessesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === folder &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
        );
      } catch {
        return false;
      }
    });

/** Finds the server on other systems: its command line contains the data folder. */
const findServer = (pid: number, folder: string): number[] => {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(folder) ? [pid] : [];
  } catch {
    return [];
  }
};

const waitUntilGone = async (find: () => number[], timeoutMs: number): Promise<boolean> => {
  const deadline = Date.now() + timeoutMs;
  while (find().some(isAlive)) {
    if (Date.now() > deadline) return false;
    await wait(20);
  }
  return true;
};

/**
 * Stops a server that a killed process left behind on this data folder. On Linux it also stops sessions whose server has ended. Removes a stale
 * `postmaster.pid` whose process id now belongs to another program. The caller must hold the folder's lock.
 * @returns whether something was stopped.
 * @throws Error if the server does not end within 20 s.
 */
export const stopLeftoverServer = async (dataFolder: string): Promise<boolean> => {
  const folder = realpathSync(dataFolder);
  const postmaster = readPostmasterFile(folder);
  const findProcesses = () => {
    if (process.platform === 'linux') return findProcessesIn(folder);
    return postmaster ? findServer(postmaster.pid, folder) : [];
  };
  const found = findProcesses();
  if (found.length > 0) {
    // The server ends its sessions itself on SIGINT. Sessions without a server are ended one by one.
    if (postmaster && found.includes(postmaster.pid)) sendSignal(postmaster.pid, 'SIGINT');
    else for (const pid of found) sendSignal(pid, 'SIGTERM');
    if (!(await waitUntilGone(findProcesses, 10_000))) {
      for (const pid of findProcesses()) sendSignal(pid, 'SIGQUIT');
      if (!(await waitUntilGone(findProcesses, 10_000)))
        throw new Error(
          `An earlier PostgreSQL on ${folder} does not stop (process ${findProcesses().join(', ')}). End it and start again.`,
        );
    }
  }
  // If a process with this id is alive, it is another program now, and PostgreSQL would refuse to start.
  const stale = readPostmasterFile(folder);
  if (stale && isAlive(stale.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
  return found.length > 0;
};

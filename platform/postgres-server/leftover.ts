import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPostmasterFile } from './postmaster-file.ts';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // Gone meanwhile, which is what was wanted.
  }
};

/** Linux: each process of a cluster has the data folder as its working folder. */
const standingIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return pid !== process.pid && readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });

/** Elsewhere the command line of the server names its folder. */
const serverNaming = (pid: number, folder: string): number[] => {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(folder) ? [pid] : [];
  } catch {
    return [];
  }
};

const gone = async (find: () => number[], limit: number): Promise<boolean> => {
  const end = Date.now() + limit;
  while (find().some(alive)) {
    if (Date.now() > end) return false;
    await wait(20);
  }
  return true;
};

/**
 * Stops a server that a killed process has left behind on this data folder, and its orphaned sessions; takes away
 * a `postmaster.pid` whose number belongs to another program by now. The caller holds the folder: whatever runs
 * on it is left over.
 * @returns whether something was stopped.
 * @throws Error when it does not end within 20 s.
 */
export const stopLeftover = async (dataFolder: string): Promise<boolean> => {
  const folder = realpathSync(dataFolder);
  const postmaster = readPostmasterFile(folder);
  const find = () =>
    process.platform === 'linux'
      ? standingIn(folder)
      : postmaster
        ? serverNaming(postmaster.pid, folder)
        : [];
  const found = find();
  if (found.length > 0) {
    if (postmaster && found.includes(postmaster.pid)) signal(postmaster.pid, 'SIGINT');
    else for (const pid of found) signal(pid, 'SIGTERM');
    if (!(await gone(find, 10_000))) {
      for (const pid of find()) signal(pid, 'SIGQUIT');
      if (!(await gone(find, 10_000)))
        throw new Error(
          `A PostgreSQL left over on ${folder} does not stop (process ${find().join(', ')}). End it and start again.`,
        );
    }
  }
  // Still there and its number alive: another program has the number now, and PostgreSQL would not dare to start.
  const stale = readPostmasterFile(folder);
  if (stale && alive(stale.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
  return found.length > 0;
};

import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { PatroniNode } from '../configuration/patroni.ts';
import type { SupervisedProcess } from '../processes/supervised-process.ts';

/** A PostgreSQL server and the Patroni process that runs it. */
export type DatabaseNode = PatroniNode & {
  patroni: SupervisedProcess;
  /** Returns the process id of PostgreSQL; null if it is not running. */
  postgresPid(): number | null;
  /** Returns the child processes of PostgreSQL, with their titles. */
  postgresProcesses(): { pid: number; title: string }[];
};

/** Returns the ids of the child processes; none if the process has ended. */
const childPidsOf = (pid: number): number[] => {
  try {
    return (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
  } catch {
    return [];
  }
};

const titleOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
};

/**
 * Returns whether this folder is the working directory of the process, even if its path has symbolic links. The check is needed because
 * a stored process id may belong to another process by now.
 */
const isWorkingIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
};

/** Creates a node from its settings and the Patroni process that runs it. */
export const createDatabaseNode = (node: PatroniNode, patroni: SupervisedProcess): DatabaseNode => {
  const postgresPid = () => {
    const file = join(node.dataFolder, 'postmaster.pid');
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    return Number.isInteger(pid) && pid > 0 && isWorkingIn(pid, node.dataFolder) ? pid : null;
  };
  return {
    ...node,
    patroni,
    postgresPid,
    postgresProcesses: () => childPidsOf(postgresPid() ?? 0).map((pid) => ({ pid, title: titleOf(pid) })),
  };
};

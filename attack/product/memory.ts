import { readdirSync, readFileSync } from 'node:fs';

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // The process ended in the meantime.
    return '';
  }
};

const fieldOf = (status: string, name: string): string =>
  new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';

/** Returns the ids of all processes that a process has started, directly or through other processes. Linux only. */
const descendantsOf = (ancestor: number): string[] => {
  /** Every process with its parent. */
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [name, fieldOf(statusOf(name), 'PPid')] as const);
  const findDescendants = (pid: string): string[] =>
    processes.filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...findDescendants(child)]);
  return findDescendants(`${ancestor}`);
};

/**
 * Returns the anonymous memory in bytes of the product's process, of the processes that it started (the Auth emulator), and of
 * PostgreSQL with all its connections. The map is empty on systems other than Linux.
 */
export const readMemory = (productPid: number, postgresPid: number): ReadonlyMap<string, number> => {
  if (process.platform !== 'linux') return new Map();
  const bytesOf = (pids: readonly string[]) =>
    pids.reduce((sum, pid) => sum + Number(fieldOf(statusOf(pid), 'RssAnon')) * 1024, 0);
  return new Map([
    ['product', bytesOf([`${productPid}`])],
    ['Auth emulator', bytesOf(descendantsOf(productPid))],
    ['PostgreSQL', bytesOf([`${postgresPid}`, ...descendantsOf(postgresPid)])],
  ]);
};

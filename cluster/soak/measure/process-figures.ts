import { readdirSync, readFileSync } from 'node:fs';

const kilobytesPerMegabyte = 1_024;

/** The memory of a process and its open files. */
export type ProcessFigures = { megabytes: number; files: number };

/** Returns the memory that only this process uses, plus its share of the memory that it shares with others; null if it has ended. */
const readMegabytes = (pid: number): number | null => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / kilobytesPerMegabyte;
  } catch {
    return null;
  }
};

/** Returns the figures of a process; null if it has ended. */
export const readProcessFigures = (pid: number): ProcessFigures | null => {
  const megabytes = readMegabytes(pid);
  if (pid === 0 || megabytes === null) return null;
  try {
    return { megabytes, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
};

/** Returns the memory of several processes together, in megabytes. Those that have ended count as 0. */
export const sumMegabytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (readMegabytes(pid) ?? 0), 0);

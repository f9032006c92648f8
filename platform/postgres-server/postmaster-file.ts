import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = {
  pid: number;
  port: number | null;
  /** True if the server has started completely. It then accepts connections, except as a replica with `hot_standby` off. */
  isReady: boolean;
};

/** Reads `postmaster.pid` in a data folder; null if it cannot be read or names no server process. */
export const readPostmasterFile = (dataFolder: string): Postmaster | null => {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  // The lines: pid, data folder, start time, port, socket folder, address, shared memory, state.
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3]);
  const isReady = ['ready', 'standby'].includes((lines[7] ?? '').trim());
  return { pid, port: port > 0 ? port : null, isReady };
};

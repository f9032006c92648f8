import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The clock of one process and its children. It shows the time of the machine plus an offset. */
type Clock = {
  /** Sets the offset in seconds. The processes notice it within a second. Their timers continue, as when the clock of a machine is set. */
  setOffset(seconds: number): void;
};

type Command = readonly [string, ...string[]];

/** Clocks for processes, by the name of the process. */
export type Clocks = {
  /** Creates the clock of a process. @returns the command that starts the process with this clock; the given command if the cluster has no such clocks. */
  addTo(name: string, command: Command): Command;
  /** Returns the clock of a process. @throws Error if it has none. */
  of(name: string): Clock;
};

/**
 * Creates clocks that libfaketime shows to processes.
 * @param library the file of libfaketime; null if the processes use the clock of the machine.
 * @param folder the folder for a file per clock, which every account can read.
 */
export const createClocks = (library: string | null, folder: string): Clocks => {
  const clocks = new Map<string, Clock>();
  return {
    addTo: (name, command) => {
      if (library === null) return command;
      const file = join(folder, `${name}.clock`);
      const setOffset = (seconds: number) => {
        // The file is replaced, because a process may be reading it.
        writeFileSync(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
        chmodSync(`${file}.next`, 0o644);
        renameSync(`${file}.next`, file);
      };
      setOffset(0);
      clocks.set(name, { setOffset });
      // `env` loads the library after the account has been switched, because the library shares memory among the processes of one account.
      return [
        'env',
        `LD_PRELOAD=${library}`,
        `FAKETIME_TIMESTAMP_FILE=${file}`,
        'FAKETIME_CACHE_DURATION=1',
        'FAKETIME_DONT_FAKE_MONOTONIC=1',
        ...command,
      ];
    },
    of: (name) => {
      const clock = clocks.get(name);
      if (clock === undefined)
        throw new Error(`${name} has no clock. Start the cluster with hasDisksAndClocks.`);
      return clock;
    },
  };
};

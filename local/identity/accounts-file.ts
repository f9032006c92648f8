import { readFileSync } from 'node:fs';
import { writeWhole } from '../data-folder/write-whole.ts';

/** An account as the emulator's own export has it (`accounts.json`); only what is read here is named. */
export type StoredAccount = {
  localId: string;
  email?: string;
  validSince?: string;
  passwordUpdatedAt?: number;
};

export type AccountsFile = {
  read(): StoredAccount[];
  /**
   * Resolves when what `load` gives (asked for after this call) is on the disk. Those who come while a save is
   * running share the next one.
   */
  save(load: () => Promise<StoredAccount[]>): Promise<void>;
  /** When no save is running or waiting any more. */
  settled(): Promise<void>;
};

/** The accounts in one file, in the format of the emulator's export; replaced whole, never half. */
export const openAccountsFile = (file: string): AccountsFile => {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let stored = '';
  const write = async (load: () => Promise<StoredAccount[]>) => {
    const text = JSON.stringify({ kind: 'identitytoolkit#DownloadAccountResponse', users: await load() });
    if (text === stored) return;
    await writeWhole(file, text);
    stored = text;
  };
  return {
    read: () => {
      try {
        return (JSON.parse(readFileSync(file, 'utf8')) as { users?: StoredAccount[] }).users ?? [];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw new Error(`The accounts in ${file} cannot be read: ${(error as Error).message}`);
      }
    },
    save: (load) => {
      waiting ??= running
        .catch(() => {})
        .then(() => {
          running = write(load);
          waiting = null;
          return running;
        });
      return waiting;
    },
    settled: () => (waiting ?? running).catch(() => {}),
  };
};

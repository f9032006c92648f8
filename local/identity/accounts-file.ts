import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '#platform/write-file-atomically.ts';

/** An account in the emulator's export format (`accounts.json`), with the fields that are used here. */
export type StoredAccount = {
  localId: string;
  email?: string;
  validSince?: string;
  passwordUpdatedAt?: number;
};

export type AccountsFile = {
  /** Returns the stored accounts; none if there is no file. @throws Error if the file cannot be read. */
  read(): StoredAccount[];
  /** Saves what `load` returns. Calls during a save share the next save, which calls `load` again and so includes their changes. */
  save(load: () => Promise<StoredAccount[]>): Promise<void>;
  /** The size of the file in bytes when it was last saved or read. */
  size(): number;
  /** Resolves when no save is running or waiting. */
  whenIdle(): Promise<void>;
};

/** Creates an object that reads and saves the accounts in a file, in the emulator's export format. Each save replaces the file atomically. */
export const createAccountsFile = (file: string): AccountsFile => {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let stored = '';
  const write = async (load: () => Promise<StoredAccount[]>) => {
    const text = JSON.stringify({ kind: 'identitytoolkit#DownloadAccountResponse', users: await load() });
    if (text === stored) return;
    await writeFileAtomically(file, text);
    stored = text;
  };
  return {
    read: () => {
      try {
        stored = readFileSync(file, 'utf8');
        return (JSON.parse(stored) as { users?: StoredAccount[] }).users ?? [];
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
    size: () => Buffer.byteLength(stored),
    whenIdle: () => (waiting ?? running).catch(() => {}),
  };
};

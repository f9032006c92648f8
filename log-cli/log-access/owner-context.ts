import { resolve } from 'node:path';
import { findMasterKey } from '#local/data-folder/secrets.ts';
import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Environment, findLog } from './find-log.ts';

/** The context of a command that acts as the owner of the log and opens its own connections. */
export type OwnerContext = Terminal & {
  url: string;
  /** Whether the log is in the data folder of this machine, not at `DATABASE_URL`. */
  isInDataFolder: boolean;
  /** Where the archive is; null if that is not known. */
  archiveSettings: ArchiveSettings | null;
  /** Returns the master keys of the vault, current key first. Throws a {@link UsageError} if there is none. */
  findMasterKeys: () => readonly [string, ...string[]];
};

const findMasterKeys = (environment: Environment): readonly [string, ...string[]] => {
  const folder = resolve(environment.DATA_DIR || '.data');
  const masterKey = findMasterKey(environment, folder);
  if (masterKey === null)
    throw new UsageError(
      `The keys of personal data cannot be used without the master key of this log: set VAULT_MASTER_KEY, or set DATA_DIR to the folder that contains it (there is none in ${folder}).`,
    );
  const previous = (environment.VAULT_PREVIOUS_MASTER_KEYS ?? '').split(',').map((key) => key.trim());
  return [masterKey, ...previous.filter(Boolean)];
};

/** Runs a command as the owner of the log. */
export const withOwnerContext = async <R>(
  environment: Environment,
  terminal: Terminal,
  run: (context: OwnerContext) => Promise<R>,
): Promise<R> => {
  const log = await findLog(environment);
  try {
    return await run({
      ...{ ...terminal, url: log.url, archiveSettings: log.archive },
      isInDataFolder: !environment.DATABASE_URL,
      findMasterKeys: () => findMasterKeys(environment),
    });
  } finally {
    await log.close();
  }
};

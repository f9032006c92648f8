import { resolve } from 'node:path';
import { findMasterKey } from '#local/data-folder/master-key.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import type { Context, Environment } from './context.ts';
import { findLog } from './find-log.ts';

/** For what is done as the owner of the log, on connections of its own. */
export type Place = Pick<Context, 'out' | 'err' | 'signal'> & {
  /** Signs in as whoever DATABASE_URL names; the owner, in the one-machine edition. */
  url: string;
  /** The master keys of this log's vault, that which wraps new keys first. @throws {UsageError} when there is none. */
  masterKeys: () => readonly [string, ...string[]];
};

const masterKeysOf = (environment: Environment): readonly [string, ...string[]] => {
  const folder = resolve(environment.DATA_DIR || '.data');
  const masterKey = findMasterKey(environment, folder);
  if (masterKey === null)
    throw new UsageError(
      `Keys of personal data need the master key of this log: set VAULT_MASTER_KEY, or DATA_DIR to the folder that has it (there is none in ${folder}).`,
    );
  const previous = (environment.VAULT_PREVIOUS_MASTER_KEYS ?? '').split(',').map((key) => key.trim());
  return [masterKey, ...previous.filter(Boolean)];
};

/** Finds the log for as long as the work takes; opens nothing. */
export const atPlace = async <R>(
  environment: Environment,
  terminal: Pick<Context, 'out' | 'err' | 'signal'>,
  work: (place: Place) => Promise<R>,
): Promise<R> => {
  const log = await findLog(environment);
  try {
    return await work({ ...terminal, url: log.url, masterKeys: () => masterKeysOf(environment) });
  } finally {
    await log.close();
  }
};

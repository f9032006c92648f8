import { resolve } from 'node:path';
import { findMasterKey } from '#local/data-folder/master-key.ts';
import { type Configuration, parseConfiguration } from '#platform/configuration.ts';
import type { Context } from '../place/context.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/**
 * What the services of the past are configured with: the log's database and the keys of its vault; nothing of the
 * environment's else, since nobody signs in and nothing is announced.
 * @throws {UsageError} where the master key is not at hand.
 */
export const configurationOfPast = ({
  url,
  environment,
}: Pick<Context, 'url' | 'environment'>): Configuration => {
  const folder = resolve(environment.DATA_DIR || '.data');
  const masterKey = findMasterKey(environment, folder);
  if (masterKey === null)
    throw new UsageError(
      `The school as it was can only be shown with the key of its people's data: set VAULT_MASTER_KEY, or DATA_DIR to the folder that has it (there is none in ${folder}).`,
    );
  return parseConfiguration({
    DATABASE_URL: url,
    VAULT_MASTER_KEY: masterKey,
    VAULT_PREVIOUS_MASTER_KEYS: environment.VAULT_PREVIOUS_MASTER_KEYS,
    LOG_LEVEL: 'warn',
  });
};

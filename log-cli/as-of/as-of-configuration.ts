import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { findMasterKey } from '#local/data-folder/secrets.ts';
import { type Configuration, parseConfiguration } from '#platform/configuration.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { UsageError } from '../terminal/exit-codes.ts';

/**
 * Returns the configuration of the services that serve the past: the database, the archive and the keys of the vault. The rest of the
 * environment is ignored, because no tokens are accepted and no live updates are sent.
 * @throws {UsageError} without the master key.
 */
export const createAsOfConfiguration = ({
  url,
  environment,
  archiveSettings,
}: Pick<ReaderContext, 'url' | 'environment' | 'archiveSettings'>): Configuration => {
  const folder = resolve(environment.DATA_DIR || '.data');
  const masterKey = findMasterKey(environment, folder);
  if (masterKey === null)
    throw new UsageError(
      `The past can only be shown with the master key of this log: set VAULT_MASTER_KEY, or set DATA_DIR to the folder that contains it (there is none in ${folder}).`,
    );
  const configuration = parseConfiguration({
    DATABASE_URL: url,
    VAULT_MASTER_KEY: masterKey,
    VAULT_PREVIOUS_MASTER_KEYS: environment.VAULT_PREVIOUS_MASTER_KEYS,
    LOG_LEVEL: 'warn',
    // With this address, only requests for loopback names are served. A browser on another machine is refused even if it can connect.
    // A program on another machine can send any name, so `--host` is only for containers whose port is published on loopback.
    PUBLIC_URL: 'http://127.0.0.1',
    // Nobody reads the metrics of a view of the past.
    METRICS_TOKEN: randomBytes(32).toString('hex'),
  });
  return { ...configuration, archive: archiveSettings };
};

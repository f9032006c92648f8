import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import { openBatchDecryptor } from '#events/catalogue/codec/batch-decryptor.ts';
import { openReader } from '#events/log/read/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { type Configuration, requireMasterKeys } from '#platform/configuration.ts';
import type { Logger } from '#platform/logging.ts';
import { longStatementTimeoutMs, openPool } from '#platform/postgres/pool.ts';
import { openWriter, type ReadSchema } from '../connection/writer.ts';
import { createDamageTolerantLog } from '../damaged-events/damage-tolerant-log.ts';

/** The database role that the projector acts as (see migrations). */
const role = 'lyceum_projector';

/** Opens what the service and the command line need: the log with decryption, the vault, and connections that write. */
export const openResources = (
  configuration: Pick<
    Configuration,
    'databaseUrl' | 'vaultMasterKey' | 'vaultPreviousMasterKeys' | 'archive'
  >,
  logger: Logger,
) => {
  const masterKeys = requireMasterKeys(configuration);
  const connectionString = configuration.databaseUrl;
  const pool = openPool({
    connectionString,
    role,
    maxConnections: 4,
    applicationName: 'lyceum projector reading',
    statementTimeoutMs: longStatementTimeoutMs,
    onIdleError: (error) => logger.warn({ err: error }, 'an idle connection to PostgreSQL failed'),
  });
  const vault = openVault({ pool, ...masterKeys });
  const decryptor = openBatchDecryptor();
  const archive = createConfiguredArchive(configuration.archive, {
    onFailure: (error) => logger.error({ err: error }, 'Archived events cannot be read.'),
  });
  const reader = openReader({ pool, vault, decryptor, archive });
  return {
    pool,
    vault,
    reader: createDamageTolerantLog(reader, pool, archive),
    logId: () => reader.logId(),
    openWriter: (schema: ReadSchema = 'read') =>
      openWriter({
        connectionString,
        role,
        schema,
        applicationName: schema === 'read' ? 'lyceum projector' : `lyceum projector ${schema}`,
        // Creating the index of a large table takes a long time.
        ...(schema === 'read' ? {} : { statementTimeoutMs: longStatementTimeoutMs }),
      }),
    async close() {
      await reader.close();
      await decryptor.close();
      await vault.close();
      await pool.end();
    },
  };
};
export type ProjectorResources = ReturnType<typeof openResources>;

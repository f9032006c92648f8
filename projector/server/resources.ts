import { openReader } from '#events/log/reader.ts';
import { openBoxOpener } from '#events/vault/box-opener.ts';
import { openVault } from '#events/vault/vault.ts';
import { type Configuration, requireMasterKeys } from '#platform/configuration.ts';
import type { Logger } from '#platform/logging.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { openWriter, type Place } from '../connection/writer.ts';
import { readableLog } from '../reading/readable-log.ts';

/** The database role that the projector acts as (see migrations). */
const role = 'lyceum_projector';
/** Building a large table's index takes its time. */
const longStatementMs = 30 * 60_000;

/** The log in clear, and connections that write: what the service and the command line stand on. */
export const openResources = (
  configuration: Pick<Configuration, 'databaseUrl' | 'vaultMasterKey' | 'vaultPreviousMasterKeys'>,
  logger: Logger,
) => {
  const masterKeys = requireMasterKeys(configuration);
  const connectionString = configuration.databaseUrl;
  const pool = openPool({
    connectionString,
    role,
    connections: 4,
    applicationName: 'lyceum projector reading',
    statementTimeoutMs: longStatementMs,
    onIdleError: (error) => logger.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
  const vault = openVault({ pool, ...masterKeys });
  const opener = openBoxOpener();
  const reader = openReader({ pool, vault, opener });
  return {
    pool,
    vault,
    reader: readableLog(reader, pool),
    openWriter: (place: Place = 'read') =>
      openWriter({
        connectionString,
        role,
        place,
        applicationName: place === 'read' ? 'lyceum projector' : `lyceum projector ${place}`,
        ...(place === 'read' ? {} : { statementTimeoutMs: longStatementMs }),
      }),
    async close() {
      await reader.close();
      await opener.close();
      await vault.close();
      await pool.end();
    },
  };
};
export type ProjectorResources = ReturnType<typeof openResources>;

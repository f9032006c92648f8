import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import { NotificationListener } from '#events/log/notification-listener.ts';
import { createBoundedReader } from '#events/log/read/bounded-reader.ts';
import { openReader } from '#events/log/read/reader.ts';
import type { Configuration } from '#platform/configuration.ts';
import type { Logger } from '#platform/logging.ts';
import { openPool, type PoolOptions } from '#platform/postgres/pool.ts';
import { retryLaterError } from '#platform/problems.ts';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { AsOfView } from './as-of/as-of-view.ts';
import { createMembershipLookup } from './authorization/membership.ts';
import { CheckpointSignal } from './freshness/checkpoint-signal.ts';
import { type Checkpoints, createCheckpointReader } from './freshness/checkpoints.ts';
import { createFreshnessWaiter, type FreshnessTimeouts } from './freshness/freshness.ts';
import { createPrimaryMonitor } from './freshness/primary-monitor.ts';
import { presenceChannel } from './live/presence/presence-notification.ts';
import { openReplaceablePool } from './replaceable-pool.ts';
import { seenChannel } from './resources/announcements/seen-changes.ts';
import { searchSettings } from './resources/courses/search.ts';
import { createDashboardLoader } from './resources/dashboard/load-dashboard.ts';
import { openLogStreams } from './resources/log/log-streams.ts';
import { keepSingleServer } from './single-server-pool.ts';

const role = 'lyceum_reader';

/** Concurrent GETs share the query for the head of the log, so its pool needs few connections. */
const maxHeadConnections = 2;
/** With a replica, PostgreSQL cancels a query for the head soon after the monitor has given up waiting for it. */
const monitoredHeadTimeoutMs = 2_000;

/**
 * Opens the database connections of the read-api and everything that reads through them. The log, the state tables and
 * notifications are on the primary. The read models may be on a streaming replica (`READ_DATABASE_URL`). Their queries may read
 * the log there, because a replica has all events that its read models have applied. Otherwise the log and the state tables are
 * read from the replica only while the primary is unreachable, because the replica lags behind.
 *
 * Queries name read tables and state tables without a schema: the search path of the connection decides whether they see the present or a
 * moment in the past.
 * @param options.freshnessTimeouts overrides how long a GET waits for the read models.
 * @param options.asOf the view of the past that is served instead of the present.
 */
export const openReadServices = (
  configuration: Pick<Configuration, 'databaseUrl' | 'readDatabaseUrl' | 'archive'>,
  logger: Logger,
  options: { freshnessTimeouts?: FreshnessTimeouts | undefined; asOf?: AsOfView | null } = {},
) => {
  const { databaseUrl, readDatabaseUrl } = configuration;
  const { freshnessTimeouts, asOf = null } = options;
  const onIdleError = (error: Error) =>
    logger.warn({ err: error }, 'An idle connection to PostgreSQL was lost.');
  const open = (
    connectionString: string,
    limits: Pick<PoolOptions, 'maxConnections' | 'statementTimeoutMs'> = {},
  ) =>
    openPool({
      ...limits,
      ...{ connectionString, role },
      settings: { ...searchSettings, search_path: asOf ? `${asOf.schema},public` : 'read,state,public' },
      applicationName: 'lyceum read-api',
      onIdleError,
    });
  const primary = openReplaceablePool(() => open(databaseUrl));
  const replica = readDatabaseUrl === databaseUrl ? null : open(readDatabaseUrl);
  const tablesServer = replica && keepSingleServer(replica);
  // GETs of endpoints and the readiness check read the head, so they must not wait for a connection behind slow queries.
  const headPool = openReplaceablePool(() =>
    open(databaseUrl, {
      maxConnections: maxHeadConnections,
      ...(replica ? { statementTimeoutMs: monitoredHeadTimeoutMs } : {}),
    }),
  );
  const pool = replica ?? primary.current();
  const tables = new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) });
  const monitor = replica
    ? createPrimaryMonitor({
        probe: () => probePrimary(databaseUrl),
        onSuspicion: (error) =>
          logger.warn({ err: error }, 'The primary did not answer a query. Its state is being checked.'),
        onChange: (outage) => {
          if (outage === null) {
            logger.info('The primary answers again.');
            return;
          }
          logger.warn(
            { err: outage },
            'The primary does not answer. GETs are answered from the replica, as stale.',
          );
          primary.replace();
          headPool.replace();
        },
      })
    : null;
  const isPrimaryUnreachable = () => monitor?.isUnreachable ?? false;
  const currentPool = () => (isPrimaryUnreachable() ? pool : primary.current());
  // Users must see their own writes at once, and a replica may lag behind.
  const state = new Kysely<StateTables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: () => currentPool().connect(),
        end: () => primary.end(),
      },
    }),
  });
  const primaryState = new Kysely<StateTables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        connect: async () => {
          if (isPrimaryUnreachable()) throw new Error('The connection to the primary is lost.');
          return primary.current().connect();
        },
        end: () => primary.end(),
      },
    }),
  });
  const archive = createConfiguredArchive(configuration.archive, {
    onFailure: (error) => logger.error({ err: error }, 'Archived events cannot be read.'),
  });
  // Without a vault: this service never decrypts personal data in the log.
  const reader = openReader({ pool: currentPool, vault: null, archive });
  const log = asOf ? createBoundedReader(reader, asOf.position) : reader;
  const readCheckpoints = createCheckpointReader(
    { primary: headPool.current, tables: pool, tablesServer, monitor },
    asOf?.position,
  );
  /** @throws problem `unavailable` if rows may come from a different replica, which may be behind these checkpoints. */
  const requireSameServer = ({ replicaServer }: Checkpoints): void => {
    if (replicaServer !== (tablesServer?.current() ?? null))
      throw retryLaterError('unavailable', 'The data cannot be reached at the moment. Try again.', 2);
  };
  const logStreams = openLogStreams({ connectionString: databaseUrl, onIdleError, archive });
  const checkpointSignal = new CheckpointSignal();
  const notifications = new NotificationListener({
    connection: { connectionString: databaseUrl, application_name: 'lyceum read-api wake-up' },
    channels: [checkpointChannel, seenChannel, presenceChannel],
    onConnectionLost: (error) =>
      logger.warn({ err: error }, 'The LISTEN connection is lost; polling until it is back.'),
  });
  // In a view of the past, no checkpoint changes.
  if (!asOf) notifications.subscribe(() => checkpointSignal.notify(), checkpointChannel);
  return {
    tables,
    /** The pool of the read models. */
    pool,
    /** Reads archived events; null if this process has no object store. */
    archive,
    /** Returns the pool of the primary, or of the replica while the primary is unreachable. */
    currentPool,
    state,
    /** For the tables of presence, which are unlogged: replicas do not have their rows. */
    primaryState,
    hasOutage: () => monitor?.hasOutage ?? false,
    log,
    logStreams,
    readCheckpoints,
    requireSameServer,
    checkpointSignal,
    notifications,
    loadDashboard: createDashboardLoader({
      primary: primary.current,
      tables,
      state: primaryState,
      log,
      readCheckpoints,
    }),
    waitUntilFresh: createFreshnessWaiter(readCheckpoints, checkpointSignal, freshnessTimeouts),
    findMembership: createMembershipLookup(tables, log, requireSameServer),
    close: async () => {
      monitor?.close();
      checkpointSignal.close();
      await notifications.close();
      await log.close();
      await logStreams.close();
      // Kysely's destroy() would leave open a pool that was never used.
      await primary.end();
      await headPool.end();
      await replica?.end();
    },
  };
};

const probeTimeoutMs = 1_000;

/** Connects to the primary. @throws Error if it does not answer in time, or is not a primary. */
const probePrimary = async (connectionString: string): Promise<void> => {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: 'lyceum read-api probe',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"');
    if (rows[0]?.isReplica !== false) throw new Error('The database is a replica.');
  } finally {
    client.end().catch(() => undefined);
  }
};

export type ReadServices = ReturnType<typeof openReadServices>;

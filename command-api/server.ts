import type { Pool } from 'pg';
import { pause } from '#concurrency/pause.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import { openAppender } from '#events/log/append/appender.ts';
import { createCommandExecutor } from '#events/log/command-executor.ts';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { reserveMissingEmails } from '#events/vault/reserve-missing-emails.ts';
import { openVault, type Vault } from '#events/vault/vault.ts';
import { requireMigrations } from '#migrations/require-migrations.ts';
import { type Configuration, requireMasterKeys } from '#platform/configuration.ts';
import { createApp, type HttpApp } from '#platform/http/app.ts';
import { type ReadinessChecks, runChecks } from '#platform/http/health.ts';
import type { ProcessSecret } from '#platform/http/process-secret.ts';
import { createRateLimit, createSharedRateLimit } from '#platform/http/rate-limit.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { createLogger, type Logger } from '#platform/logging.ts';
import { Counter, createMetrics, Gauge, type Metrics } from '#platform/metrics.ts';
import { openPool } from '#platform/postgres/pool.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { CommandHandler } from './command-handler/command-handler.ts';
import { createCommandRouter } from './command-handler/command-router.ts';
import { createFollowSignIn } from './command-handler/follow-sign-in.ts';
import { traceAppends } from './command-handler/trace-commands.ts';
import { createAreEnrolled } from './read-table-lookups/are-enrolled.ts';
import { createCountNotes } from './read-table-lookups/count-notes.ts';
import { createFindCourse } from './read-table-lookups/find-course.ts';
import { createFindStartedEnrolment } from './read-table-lookups/find-started-enrolment.ts';
import { createLookupAtHead } from './read-table-lookups/lookup-at-head.ts';
import { createReadDatabase } from './read-table-lookups/read-database.ts';
import { createAnnouncementHandlers } from './resources/announcements/routes.ts';
import { createSaveSeenPosition } from './resources/announcements/save-seen-position.ts';
import { bookmarkHandlers } from './resources/bookmarks/routes.ts';
import { createCertificateHandlers } from './resources/certificates/routes.ts';
import { courseHandlers } from './resources/courses/routes.ts';
import { createEnrolmentHandlers } from './resources/enrolments/routes.ts';
import { createNoteHandlers } from './resources/notes/routes.ts';
import { createNotificationHandlers } from './resources/notifications/routes.ts';
import { createSaveSwitchedOff } from './resources/notifications/save-switched-off.ts';
import { createStartDataCopy } from './resources/own-data/data-copy.ts';
import { createOwnDataHandlers } from './resources/own-data/routes.ts';
import { createPlaybackHandlers } from './resources/playback/routes.ts';
import { createSavePlaybackPosition } from './resources/playback/save-playback-position.ts';
import { progressHandlers } from './resources/progress/routes.ts';
import { createQuizHandlers } from './resources/quizzes/routes.ts';
import { createReadingHandlers } from './resources/readings/routes.ts';
import { reviewHandlers } from './resources/reviews/routes.ts';
import { createUserHandlers } from './resources/users/routes.ts';
import { requireStandby, waitsForStandby } from './synchronous-standby.ts';

type CommandApiOptions = {
  configuration: Configuration;
  /** Created from the configuration by default. The command-api does not close a verifier that is passed in. */
  verifier?: IdentityVerifier;
  logger?: Logger;
  metrics?: Metrics;
  /** By default no traces are recorded. The command-api does not close `tracing`. */
  tracing?: Tracing | null;
  /**
   * Returns the time for decisions, for example on the deadlines of quizzes; the system clock by default. The age of a sign-in is always
   * measured by the system clock.
   */
  clock?: () => Date;
  /** Shared with a read-api in the same process, so that a command of the read-api keeps the id of the request that caused it. */
  processSecret?: ProcessSecret;
  /** Awaited before a registration is answered. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

export type CommandApi = {
  /** A request listener for `http.createServer` or a shared port. */
  callback: HttpApp['callback'];
  /**
   * Resolves when the database is available, its schema and the master keys are right, and the missing reservations of e-mail addresses
   * have been made. Await it before the first request.
   * @throws Error after 30 s, with the failed checks; OutdatedSchemaError and WrongMasterKeyError at once.
   */
  ready(): Promise<void>;
  /** Makes `/readyz` respond with 503 from now on. */
  startClosing(): void;
  /** Waits for appends in progress and closes the connections. Call it after the HTTP server was closed. */
  close(): Promise<void>;
};

/** An IP address may send as many requests as this many users together, because a whole school may share it. */
const usersPerAddress = 10;
/** The database role of this service (see migrations). */
const role = 'lyceum_command';
const readyTimeoutMs = 30_000;
const checkIntervalMs = 250;

/** Creates the service with everything that it depends on. */
export const createCommandApi = (options: CommandApiOptions): CommandApi => {
  const { configuration, tracing = null } = options;
  const logger = options.logger ?? createLogger({ service: 'command-api', level: configuration.logLevel });
  const metrics = options.metrics ?? createMetrics();
  const verifier = options.verifier ?? openIdentityVerifier({ ...configuration.firebase });
  const pool = openPool({
    connectionString: configuration.databaseUrl,
    role,
    applicationName: 'lyceum-command-api',
    // A command waits for the statements of this pool before its append, so they get the same timeout.
    statementTimeoutMs: configuration.appendTimeoutMs,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const vault = openVault({ pool, ...requireMasterKeys(configuration) });
  const archive = createConfiguredArchive(configuration.archive, {
    // A command that needs archived events must also be answered in time.
    timeoutMs: configuration.appendTimeoutMs,
    onFailure: (error) => logger.error({ err: error }, 'Archived events cannot be read.'),
  });
  const reader = openReader({ pool, vault, archive, archiveTimeoutMs: configuration.appendTimeoutMs });
  const appender = openAppender({
    connectionString: configuration.databaseUrl,
    role,
    vault,
    timeoutMs: configuration.appendTimeoutMs,
    budget: configuration.dailyBudget,
    onSettled: tracing ? (settled) => traceAppends(tracing, settled) : undefined,
  });
  const conflicts = new Counter({
    name: 'lyceum_command_conflicts_total',
    help: 'Decisions that were repeated because a stream had changed before the append.',
    registers: [metrics.registry],
  });
  const executor = createCommandExecutor({
    reader,
    appender,
    timeoutMs: configuration.appendTimeoutMs,
    onConflict: () => conflicts.inc(),
  });
  const needsStandby = configuration.synchronousStandby === 'required';
  if (needsStandby) registerMissingStandbyGauge(metrics, pool);
  const databaseChecks: ReadinessChecks = {
    // Only a migrated database has this table.
    database: async () => {
      const { rowCount } = await pool.query('select from log.identity');
      return rowCount === 1 ? null : 'the log has no identity: run the migrations';
    },
  };
  const checks: ReadinessChecks = {
    ...databaseChecks,
    ...(needsStandby
      ? {
          synchronousStandby: async () =>
            (await waitsForStandby(pool))
              ? null
              : 'the primary acknowledges without a synchronous standby, so a failover would lose commands: set synchronous_standby_names, or SYNCHRONOUS_STANDBY=off',
        }
      : {}),
  };
  const app = createApp({
    service: 'command-api',
    configuration,
    processSecret: options.processSecret,
    logger,
    metrics,
    tracing,
    endpoints: allEndpoints,
    checks,
    middlewares: [
      ...(needsStandby ? [requireStandby(pool)] : []),
      createCommandRouter(createHandlers(options, { pool, reader, vault }), {
        executor,
        reader,
        followSignIn: createFollowSignIn(executor, configuration),
        verifier,
        clock: options.clock ?? (() => new Date()),
        tracing,
        limits: {
          user: createSharedRateLimit(configuration.rateLimitPerMinute, {
            pool,
            timeoutMs: configuration.appendTimeoutMs,
            onFailure: (error) => logger.warn({ err: error }, 'the rate limit counts in this process only'),
          }),
          address: createRateLimit(configuration.rateLimitPerMinute * usersPerAddress),
        },
      }),
    ],
  });
  return {
    callback: app.callback,
    startClosing: app.startClosing,
    ready: async () => {
      // The process starts even without a standby, because it serves the metric `lyceum_synchronous_standby_missing`, which raises the
      // alarm.
      await waitForChecks(databaseChecks);
      await requireMigrations(() => pool);
      await vault.requireMasterKeys();
      const reserved = await reserveMissingEmails({ pool, reader, vault });
      if (reserved > 0) logger.info({ reserved }, 'e-mail addresses were reserved');
    },
    close: async () => {
      await appender.close();
      await reader.close();
      await vault.close();
      if (!options.verifier) await verifier.close();
      await pool.end();
    },
  };
};

/** Repeats checks until all of them succeed. @throws Error after 30 s, with the failed checks. */
const waitForChecks = async (checks: ReadinessChecks): Promise<void> => {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const result = await runChecks(checks);
    if (result.isReady) return;
    if (Date.now() > deadline)
      throw new Error(`The command-api is not ready: ${JSON.stringify(result.checks)}.`);
    await pause(checkIntervalMs);
  }
};

const registerMissingStandbyGauge = ({ registry }: Metrics, pool: Pool) =>
  new Gauge({
    name: 'lyceum_synchronous_standby_missing',
    help: 'Whether the primary acknowledges commands without a synchronous standby: 1 or 0. No value if the primary does not answer.',
    registers: [registry],
    async collect() {
      this.reset();
      try {
        this.set((await waitsForStandby(pool)) ? 0 : 1);
      } catch {
        this.remove();
      }
    },
  });

const createHandlers = (
  options: CommandApiOptions,
  { pool, reader, vault }: { pool: Pool; reader: LogReader; vault: Vault },
): readonly CommandHandler[] => {
  const { configuration, beforeAnsweringRegistration, clock = () => new Date() } = options;
  const database = createReadDatabase(pool);
  const lookupAtHead = createLookupAtHead(database, reader);
  const findStartedEnrolment = createFindStartedEnrolment(lookupAtHead);
  const startDataCopy = createStartDataCopy({
    database,
    reader,
    hasKey: async (userId) => (await vault.keysForReading([userId])).get(userId) !== null,
  });
  return [
    ...courseHandlers,
    ...bookmarkHandlers,
    ...createEnrolmentHandlers(createFindCourse(lookupAtHead)),
    ...createAnnouncementHandlers({
      saveSeenPosition: createSaveSeenPosition(pool, 'announcements'),
      areEnrolled: createAreEnrolled(lookupAtHead),
      clock,
    }),
    ...createNotificationHandlers(createSaveSeenPosition(pool, 'notifications'), createSaveSwitchedOff(pool)),
    ...progressHandlers,
    ...createPlaybackHandlers(createSavePlaybackPosition(pool)),
    ...reviewHandlers,
    ...createCertificateHandlers(clock),
    ...createNoteHandlers(createCountNotes(database)),
    ...createQuizHandlers({ reader, findStartedEnrolment, clock }),
    ...createReadingHandlers(clock),
    ...createOwnDataHandlers(startDataCopy),
    ...createUserHandlers({
      roleSignup: configuration.roleSignup,
      emailVerification: configuration.emailVerification,
      adminEmails: configuration.adminEmails,
      ...(beforeAnsweringRegistration ? { beforeAnsweringRegistration } : {}),
    }),
  ];
};

import { allCalls } from '#contract/calls.ts';
import { openAppender } from '#events/log/appender.ts';
import { openExecutor } from '#events/log/decide.ts';
import { openReader } from '#events/log/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { type Configuration, requireMasterKeys } from '#platform/configuration.ts';
import { createApp, type HttpApp } from '#platform/http/app.ts';
import { runChecks } from '#platform/http/health.ts';
import { createRateLimit } from '#platform/http/rate-limit.ts';
import type { Voucher } from '#platform/http/voucher.ts';
import { type IdentityVerifier, openIdentityVerifier } from '#platform/identity/verify.ts';
import { createLogger, type Logger } from '#platform/logging.ts';
import { Counter, createMetrics, type Metrics } from '#platform/metrics.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { announcementCommands } from './announcements/routes.ts';
import { openSeenKeeper } from './announcements/seen.ts';
import { bookmarkCommands } from './bookmarks/routes.ts';
import { commandRoutes } from './calls/routes.ts';
import { certificateCommands } from './certificates/routes.ts';
import { courseCommands } from './courses/routes.ts';
import { openCourseFinder } from './enrolments/find-course.ts';
import { enrolmentCommands } from './enrolments/routes.ts';
import { openLookUp } from './look-up/as-of-head.ts';
import { noteCommands } from './notes/routes.ts';
import { openStock } from './notes/stock.ts';
import { openCopies } from './own-data/copy.ts';
import { ownDataCommands } from './own-data/routes.ts';
import { openPlaybackKeeper } from './playback/keep.ts';
import { playbackCommands } from './playback/routes.ts';
import { progressCommands } from './progress/routes.ts';
import { openEnrolmentFinder } from './quizzes/find-enrolment.ts';
import { quizCommands } from './quizzes/routes.ts';
import { readingCommands } from './readings/routes.ts';
import { reviewCommands } from './reviews/routes.ts';
import { userCommands } from './users/routes.ts';

export type CommandApiOptions = {
  configuration: Configuration;
  /** One is made from the configuration unless given; a given one is not closed here. */
  verifier?: IdentityVerifier;
  logger?: Logger;
  metrics?: Metrics;
  /** What the deadlines of quizzes and the dates of announcements are held by: the machine's, unless a test turns one. */
  clock?: () => Date;
  /** Of a read-api in the same process, whose calls belong to the requests that it names. */
  voucher?: Voucher;
  /** Awaited before a registration is answered: the one-machine edition saves the emulator's accounts then. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

export type CommandApi = {
  /** Answers POST, PUT, PATCH and DELETE; a request listener for `http.createServer` or a composition on one port. */
  callback: HttpApp['callback'];
  /** Resolves when the database answers. @throws after 30 s, with what is missing; WrongMasterKeyError at once. */
  ready(): Promise<void>;
  /** From now on `/readyz` says 503. */
  startClosing(): void;
  /** After the HTTP server was closed: waits for appends in flight, and ends the connections. */
  close(): Promise<void>;
};

/** An address may stand for a school's whole building: it may make ten times what a person may. */
const personsAnAddress = 10;
/** The database role that this service acts as (see migrations). */
const role = 'lyceum_command';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Everything that a process needs to answer commands. */
export const createCommandApi = (options: CommandApiOptions): CommandApi => {
  const { configuration } = options;
  const logger = options.logger ?? createLogger({ service: 'command-api', level: configuration.logLevel });
  const metrics = options.metrics ?? createMetrics();
  const verifier = options.verifier ?? openIdentityVerifier({ ...configuration.firebase });
  const pool = openPool({
    connectionString: configuration.databaseUrl,
    role,
    applicationName: 'lyceum-command-api',
    // A stream or an answer is read by its key: what takes longer waits for something that is wrong.
    statementTimeoutMs: 2_000,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const vault = openVault({ pool, ...requireMasterKeys(configuration) });
  const reader = openReader({ pool, vault });
  const appender = openAppender({ connectionString: configuration.databaseUrl, role, vault });
  const conflicts = new Counter({
    name: 'lyceum_command_conflicts_total',
    help: 'Appends that found a stream at another version and were decided anew.',
    registers: [metrics.registry],
  });
  const executor = openExecutor({ reader, appender, onConflict: () => conflicts.inc() });
  const checks = {
    // Asks what only a migrated database can answer.
    database: async () => {
      const { rowCount } = await pool.query('select from log.identity');
      return rowCount === 1 ? null : 'the log has no identity: run the migrations';
    },
  };
  const lookUp = openLookUp(pool, reader);
  const commands = [
    ...courseCommands,
    ...bookmarkCommands,
    ...enrolmentCommands(openCourseFinder(lookUp)),
    ...announcementCommands(openSeenKeeper(pool), options.clock),
    ...progressCommands,
    ...playbackCommands(openPlaybackKeeper(pool)),
    ...reviewCommands,
    ...certificateCommands(() => new Date()),
    ...noteCommands(openStock(pool)),
    ...quizCommands({
      reader,
      findEnrolment: openEnrolmentFinder(lookUp),
      clock: options.clock ?? (() => new Date()),
    }),
    ...readingCommands,
    ...ownDataCommands(
      openCopies({
        pool,
        reader,
        isReadable: async (person) => (await vault.keysForReading([person])).get(person) !== null,
      }),
    ),
    ...userCommands({
      roleSignup: configuration.roleSignup,
      adminEmails: configuration.adminEmails,
      ...(options.beforeAnsweringRegistration
        ? { beforeAnsweringRegistration: options.beforeAnsweringRegistration }
        : {}),
    }),
  ];
  const app = createApp({
    service: 'command-api',
    configuration,
    voucher: options.voucher,
    logger,
    metrics,
    calls: allCalls,
    checks,
    layers: [
      commandRoutes(commands, {
        executor,
        reader,
        verifier,
        limits: {
          person: createRateLimit(configuration.rateLimitPerMinute),
          address: createRateLimit(configuration.rateLimitPerMinute * personsAnAddress),
        },
      }),
    ],
  });
  return {
    callback: app.callback,
    startClosing: app.startClosing,
    ready: async () => {
      for (const until = Date.now() + 30_000; ; await sleep(250)) {
        const result = await runChecks(checks);
        if (result.ready) return vault.requireMasterKeys();
        if (Date.now() > until)
          throw new Error(`The command-api is not ready: ${JSON.stringify(result.checks)}.`);
      }
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

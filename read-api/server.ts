import type { RequestListener, Server } from 'node:http';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { requireMigrations } from '#migrations/require-migrations.ts';
import type { Configuration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import type { ProcessSecret } from '#platform/http/process-secret.ts';
import { addressKey, createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts';
import { identifyRequest } from '#platform/identity/identify-request.ts';
import type { IdentityVerifier } from '#platform/identity/identity-verifier.ts';
import type { Logger } from '#platform/logging.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { RecordReading } from './admin-reads/reading.ts';
import { createReadingRecorder } from './admin-reads/record-by-command.ts';
import { rememberReadings } from './admin-reads/remember-readings.ts';
import {
  describeAsOfView,
  handleAsOfSignIn,
  identifyInAsOfView,
  rejectCommands,
} from './as-of/as-of-sign-in.ts';
import type { AsOfView } from './as-of/as-of-view.ts';
import type { PageDescription } from './client-files/page-description.ts';
import { publicPageDescriptions } from './client-files/public-page-descriptions.ts';
import { readClientFiles } from './client-files/read-client-files.ts';
import { serveClient } from './client-files/serve-client.ts';
import { sameOrigin, serveConfiguration } from './client-files/serve-configuration.ts';
import { serveInitials } from './client-files/serve-initials.ts';
import { serveSitemap } from './client-files/serve-sitemap.ts';
import type { FreshnessTimeouts } from './freshness/freshness.ts';
import { createReplicaMetrics } from './freshness/replica-metrics.ts';
import type { LiveLimits } from './live/live-limits.ts';
import { type LiveServer, openLiveServer } from './live/live-server.ts';
import { serveApiDescription } from './openapi/serve-api-description.ts';
import { openPageRenderer } from './pages/page-renderer.ts';
import { createRenderedPages } from './pages/rendered-pages.ts';
import { createAnswerCache } from './query-handler/answer-cache.ts';
import { createLongAnswers } from './query-handler/long-answers.ts';
import { reportDatabaseOutage } from './query-handler/report-database-outage.ts';
import { createCertificateDescriber } from './resources/certificates/describe-page.ts';
import { createCourseDescriber } from './resources/courses/describe-page.ts';
import { findSitemapCourses, findSitemapPageStarts } from './resources/courses/sitemap-query.ts';
import { createReadRoutes } from './routes.ts';
import { openReadServices, type ReadServices } from './services.ts';

export type ReadApiOptions = {
  configuration: Configuration;
  logger: Logger;
  metrics: Metrics;
  /** By default no traces are recorded. The caller closes the tracing. */
  tracing?: Tracing | null;
  verifier: Pick<IdentityVerifier, 'verify' | 'verifyAgain'>;
  /** Identifies this build in entity tags, in the client's configuration and in the description of the API. */
  build: string;
  /** The folder of the built client, or null if another server serves it. */
  clientFolder: string | null;
  /** The Auth emulator as browsers reach it (`same-origin`: through this server), or null for real Firebase. */
  authEmulatorUrl: string | null;
  /** Whether the demo school is loaded, so that the client may offer its accounts. */
  demo?: boolean;
  /** Returns the current time, for the deadlines of quizzes, the inactivity of students and the recorded readings. */
  clock?: () => Date;
  liveLimits?: Partial<LiveLimits>;
  /** Records what an Admin reads about other users. By default it calls the command-api of the configuration. */
  recordReading?: RecordReading;
  /** Identifies this process to a command-api in the same process. */
  processSecret?: ProcessSecret;
  /** Overrides how long a GET waits for the read models. */
  freshnessTimeouts?: FreshnessTimeouts;
  /** Overrides how long a page may take to be rendered. */
  renderTimeoutMs?: number;
  /** Overrides how long a page without rendered content waits for its description. */
  descriptionTimeoutMs?: number;
  /** The view of the past that is served instead of the present, read-only and without live delivery. */
  asOf?: AsOfView;
};

type ReadApi = {
  /** Answers GET and HEAD: endpoints, pages and files. */
  callback: RequestListener;
  /** Accepts WebSockets under `/socket.io/` of this HTTP server. */
  attach(server: Server): void;
  /** Resolves once the database answers and sockets can be served. @throws Error after 30 s; OutdatedSchemaError at once. */
  ready(): Promise<void>;
  /** Closes the sockets, and makes `/readyz` answer 503, so that load balancers use other nodes. */
  startClosing(): void;
  /** Closes the sockets and the database connections, but not the HTTP server. */
  close(): Promise<void>;
};

/**
 * How many requests an address may make for each command that a user may send: a whole school may share one address, and
 * a page makes several requests.
 */
const requestsPerCommand = 30;
const readyTimeoutMs = 30_000;
/** Programs that make previews do not wait long, and a page works without its description. */
const defaultDescriptionTimeoutMs = 500;

/** Opens the query side of the product: every GET, the client's files and live delivery. */
export const openReadApi = (options: ReadApiOptions): ReadApi => {
  const { configuration, logger, build, tracing = null, asOf = null, clock = () => new Date() } = options;
  const { freshnessTimeouts } = options;
  const services = openReadServices(configuration, logger, { freshnessTimeouts, asOf });
  const recordReading = rememberReadings(
    options.recordReading ?? createReadingRecorder(configuration.commandApiUrl, clock, options.processSecret),
    clock,
  );
  // A node without a replica has no replica metrics.
  if (configuration.readDatabaseUrl !== configuration.databaseUrl)
    createReplicaMetrics(options.metrics, services);
  const answerCache = createAnswerCache(options.metrics);
  const requestLimit = createRateLimit(configuration.rateLimitPerMinute * requestsPerCommand);
  const describeCertificate = createCertificateDescriber(services);
  const describeCourse = createCourseDescriber(services);
  const describePage = (path: string) =>
    path.startsWith('/verify/') ? describeCertificate(path) : describeCourse(path);
  const routes = createReadRoutes({
    ...services,
    build,
    answerCache,
    longAnswers: createLongAnswers(),
    identify: asOf ? identifyInAsOfView(asOf) : (request) => identifyRequest(request, options.verifier),
    clock,
    recordReading,
  });
  // Pages of a view of the past are not rendered: it has few users, and its pages show the moment of the view, which the
  // renderer does not know.
  const renderer = asOf ? null : openPageRenderer(options.clientFolder, options.renderTimeoutMs);
  let hasStarted = false;
  const app = createApp({
    service: 'read-api',
    configuration,
    logger,
    metrics: options.metrics,
    tracing,
    endpoints: allEndpoints,
    checks: {
      database: async () => {
        await services.readCheckpoints();
        return null;
      },
      start: async () => (hasStarted ? null : 'The read-api is reading the latest live updates.'),
    },
    authEmulatorUrl: options.authEmulatorUrl === sameOrigin ? null : options.authEmulatorUrl,
    middlewares: [
      ...(asOf ? [rejectCommands(asOf), handleAsOfSignIn(asOf)] : []),
      serveConfiguration(
        {
          firebase: {
            apiKey: configuration.firebase.apiKey,
            authDomain: configuration.firebase.authDomain,
            projectId: configuration.firebase.projectId,
          },
          authEmulatorUrl: options.authEmulatorUrl,
          roleSignup: configuration.roleSignup,
          emailVerification: configuration.emailVerification,
          idleSignOutMinutes: configuration.idleSignOutMinutes,
          imageHosts: [...configuration.imageHosts],
          tracing: tracing && { sampleRatio: tracing.sampleRatio },
          build,
          demo: options.demo ?? false,
        },
        configuration.publicUrl,
        asOf ? describeAsOfView(asOf) : undefined,
      ),
      serveApiDescription(build),
      serveInitials,
      serveClient(readClientFiles(options.clientFolder), {
        describePage,
        fixedDescriptions: publicPageDescriptions,
        answerCache,
        publicUrl: configuration.publicUrl,
        countRequest: (address) => requestLimit.count(addressKey(address)),
        timeoutMs: options.descriptionTimeoutMs ?? defaultDescriptionTimeoutMs,
        onError: (error) =>
          logger.warn({ err: error }, 'The content or the description of a page could not be loaded.'),
        renderPage:
          renderer &&
          createRenderedPages<PageDescription>({
            renderer,
            answerVisitor: routes.answerVisitor,
            describe: async (path) => publicPageDescriptions.get(path) ?? (await describePage(path)),
          }),
      }),
      // The limit comes after pages and files, which are served from memory. Pages whose description or content is loaded count their own
      // requests.
      limitRequests(requestLimit),
      reportDatabaseOutage,
      serveSitemap({
        publicUrl: configuration.publicUrl,
        waitUntilFresh: () => services.waitUntilFresh(['courses'], { position: undefined, logId: undefined }),
        findPageStarts: (pageSize) => findSitemapPageStarts(services.tables, pageSize),
        findCourses: (page) => findSitemapCourses(services.tables, page),
      }),
      routes.middleware,
    ],
  });
  const live = asOf
    ? createLiveServerOfThePast(services)
    : openLiveServer({
        configuration,
        dependencies: { ...services, logger, tracing, verifier: options.verifier, recordReading },
        metrics: options.metrics,
        limits: options.liveLimits,
      });
  return {
    callback: app.callback,
    attach: live.attach,
    ready: async () => {
      // A replica may lag behind the migrations, so the primary is asked unless it is unreachable. A view of the past
      // needs no migration.
      const migrationCheck = asOf
        ? null
        : requireMigrations(services.currentPool, { timeoutMs: readyTimeoutMs });
      await rejectAfter(
        readyTimeoutMs,
        Promise.all([migrationCheck, live.ready()]),
        'The database did not answer within 30 s.',
      );
      hasStarted = true;
    },
    startClosing: () => {
      app.startClosing();
      live.startClosing();
    },
    close: async () => {
      await live.close();
      await renderer?.close();
      await services.close();
    },
  };
};

const limitRequests =
  (limit: RateLimit): RequestMiddleware =>
  async (context, next) => {
    await limit.count(addressKey(context.state.address));
    await next();
  };

/** Creates a live server that accepts no sockets: the past does not change, so there are no live updates. */
const createLiveServerOfThePast = ({
  readCheckpoints,
}: Pick<ReadServices, 'readCheckpoints'>): LiveServer => ({
  attach: () => {},
  ready: async () => {
    await readCheckpoints();
  },
  startClosing: () => {},
  close: async () => {},
});

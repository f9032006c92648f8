import type { RequestListener, Server } from 'node:http';
import { allCalls } from '#contract/calls.ts';
import type { Configuration } from '#platform/configuration.ts';
import { createApp } from '#platform/http/app.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { addressKey, createRateLimit, type RateLimit } from '#platform/http/rate-limit.ts';
import type { Voucher } from '#platform/http/voucher.ts';
import { identityOfRequest } from '#platform/identity/bearer.ts';
import type { IdentityVerifier } from '#platform/identity/verify.ts';
import type { Logger } from '#platform/logging.ts';
import type { Metrics } from '#platform/metrics.ts';
import { recordByCommand } from './admin-reads/by-command.ts';
import { onceAnHour } from './admin-reads/once-an-hour.ts';
import type { RecordReading } from './admin-reads/record.ts';
import { sameOrigin, serveConfiguration } from './client-files/configuration.ts';
import { readClientFiles } from './client-files/files.ts';
import { serveClient } from './client-files/serve-client.ts';
import type { Patience } from './freshness/awaited-position.ts';
import type { LiveLimits } from './live/limits.ts';
import { type Live, openLive } from './live/sockets.ts';
import { serveDescription } from './openapi/serve-description.ts';
import type { ServedPast } from './past/past.ts';
import { identityInPast, letIn, nothingIsDone, pastShown } from './past/visit.ts';
import { unavailableWhenDatabaseIs } from './query-handler/unavailable.ts';
import { readRoutes } from './routes.ts';
import { openReadServices, type ReadServices } from './services.ts';

export type ReadApiOptions = {
  configuration: Configuration;
  logger: Logger;
  metrics: Metrics;
  verifier: Pick<IdentityVerifier, 'verify'>;
  /** Names this build: entity tags and the client's configuration carry it. */
  build: string;
  /** The folder of the built client, or null where something else serves it. */
  clientFolder: string | null;
  /** The Auth emulator as a browser reaches it (`same-origin`: through this server), or null for real Firebase. */
  authEmulatorUrl: string | null;
  /** Whether the demo school is loaded, so that the client may name its accounts. */
  demo?: boolean;
  /** What says whether a quiz that nobody submitted has ended, and which hour it is: the machine's clock, unless a test turns one. */
  clock?: () => Date;
  /** Other limits of the sockets than the usual ones. */
  liveLimits?: Partial<LiveLimits>;
  /** How what an Admin reads of others is recorded; by the command-api of the configuration unless given. */
  recordReading?: RecordReading;
  /** What a command-api in the same process takes its calls by, as those of the requests for which they are made. */
  voucher?: Voucher;
  /** How long a GET waits for the read tables, if not as usual. */
  patience?: Patience;
  /** A moment that is served instead of the present, to be looked at only and without live messages. */
  past?: ServedPast;
};

export type ReadApi = {
  /** Answers GET and HEAD: calls, pages, files. */
  callback: RequestListener;
  /** Takes the WebSockets under `/socket.io/` of this server. */
  attach(server: Server): void;
  /** Resolves once the database answers and the sockets can be served; rejects after 30 s. */
  ready(): Promise<void>;
  /** `/readyz` says 503 from now on, so that a balancer sends nobody new; sockets end, and come again elsewhere. */
  startClosing(): void;
  /** Ends the sockets and lets go of the database; the HTTP server is whose it was. */
  close(): Promise<void>;
};

/** An address may hold a whole school, and a page asks several times: so many times as many reads as a person's commands. */
const addressShare = 30;

/** Pages and files were answered before: only calls are counted. */
const limitCalls =
  (limit: RateLimit): RequestMiddleware =>
  async (context, next) => {
    await limit.count(addressKey(context.state.address));
    await next();
  };

const within = async (work: Promise<void>, ms: number, complaint: string): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(complaint)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** In the past nothing happens any more. */
const silence = ({ positions }: Pick<ReadServices, 'positions'>): Live => ({
  attach: () => {},
  ready: async () => {
    await positions();
  },
  startClosing: () => {},
  close: async () => {},
});

/** The query side of the product: every GET, the client and the live messages. */
export const createReadApi = (options: ReadApiOptions): ReadApi => {
  const { configuration, logger, build, past = null, clock = () => new Date() } = options;
  const services = openReadServices(configuration, logger, { patience: options.patience, past });
  const app = createApp({
    service: 'read-api',
    configuration,
    logger,
    metrics: options.metrics,
    calls: allCalls,
    checks: {
      database: async () => {
        await services.positions();
        return null;
      },
    },
    authEmulatorUrl: options.authEmulatorUrl === sameOrigin ? null : options.authEmulatorUrl,
    layers: [
      ...(past ? [nothingIsDone(past), letIn(past)] : []),
      serveConfiguration(
        {
          firebase: {
            apiKey: configuration.firebase.apiKey,
            authDomain: configuration.firebase.authDomain,
            projectId: configuration.firebase.projectId,
          },
          authEmulatorUrl: options.authEmulatorUrl,
          roleSignup: configuration.roleSignup,
          build,
          demo: options.demo ?? false,
        },
        configuration.publicUrl,
        past ? pastShown(past) : undefined,
      ),
      serveDescription(options.build),
      serveClient(readClientFiles(options.clientFolder)),
      limitCalls(createRateLimit(configuration.rateLimitPerMinute * addressShare)),
      unavailableWhenDatabaseIs,
      readRoutes({
        ...services,
        build,
        identify: past ? identityInPast(past) : (request) => identityOfRequest(request, options.verifier),
        clock,
        recordReading: onceAnHour(
          options.recordReading ?? recordByCommand(configuration.commandApiUrl, clock, options.voucher),
          clock,
        ),
      }),
    ],
  });
  const live = past
    ? silence(services)
    : openLive({
        configuration,
        services: { ...services, logger, verifier: options.verifier },
        metrics: options.metrics,
        logger,
        ...(options.liveLimits ? { limits: options.liveLimits } : {}),
      });
  return {
    callback: app.callback,
    attach: live.attach,
    ready: () => within(live.ready(), 30_000, 'The database did not answer within 30 s.'),
    startClosing: () => {
      app.startClosing();
      live.startClosing();
    },
    close: async () => {
      await live.close();
      await services.close();
    },
  };
};

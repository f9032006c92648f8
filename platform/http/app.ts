import { constants } from 'node:zlib';
import Koa from 'koa';
import compress from 'koa-compress';
import { problemTypes } from '#contract/problems.ts';
import type { Configuration } from '../configuration.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problems.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createAccessLog } from './access-log.ts';
import type { RequestMiddleware, RequestState } from './context.ts';
import { health, type ReadinessChecks } from './health.ts';
import { refuseForeignRequests } from './own-origin.ts';
import { problemAnswers } from './problem-answers.ts';
import type { ProcessSecret } from './process-secret.ts';
import { createRateLimit } from './rate-limit.ts';
import { securityHeaders } from './security-headers.ts';
import { type EndpointAddress, unknownEndpoints } from './unknown-endpoints.ts';

export type AppOptions = {
  /** The name in logs and metrics: `command-api`, `read-api` or `projector`. */
  service: string;
  configuration: Pick<
    Configuration,
    'trustedProxies' | 'publicUrl' | 'metricsToken' | 'rateLimitPerMinute' | 'imageHosts'
  >;
  /** Shared by the services of this process, so that they trust each other's request id and client address. */
  processSecret?: ProcessSecret | undefined;
  logger: Logger;
  metrics: Metrics;
  /** By default no traces are recorded. */
  tracing?: Tracing | null;
  /** The endpoints of all services on the origin, for 404 and 405 answers. */
  endpoints: readonly EndpointAddress[];
  /** The checks of `/readyz`. */
  checks?: ReadinessChecks;
  /** The service's own middlewares, in the order in which they run: for files, rate limits and routes, for example. */
  middlewares: readonly RequestMiddleware[];
  authEmulatorUrl?: string | null;
};

export type HttpApp = {
  koa: Koa<RequestState>;
  /** For `http.createServer`, or to combine several services on one port. */
  callback: ReturnType<Koa['callback']>;
  /** Makes `/readyz` answer 503, so that load balancers stop sending requests. */
  startClosing(): void;
};

/** Errors caused by a client that disconnected during a request or an answer, or that sent invalid HTTP. They are not logged. */
const clientErrorCodes = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_)/;

/** Returns whether a streamed answer was ended because its reader lost permission. Such an error is not logged either. */
const isLostPermission = (error: unknown) =>
  error instanceof ProblemError && problemTypes[error.code].status < 500;

/**
 * Some clients refuse every content coding, even an uncompressed body (`identity;q=0`). They get the uncompressed answer, which
 * most of them can read. Without this middleware, koa-compress would fail.
 */
const sendPlainIfNothingIsAcceptable: RequestMiddleware = async (context, next) => {
  // Without parameters every coding has the quality 1, and `identity` is accepted unless it is refused.
  const hasParameters = context.get('accept-encoding').includes(';');
  if (hasParameters && !context.acceptsEncodings('zstd', 'br', 'gzip', 'deflate', 'identity'))
    context.compress = false;
  await next();
};

/**
 * Creates the Koa app of a service: access log, problem answers, security headers, health and metrics, refusal of requests from
 * other sites, compression, then the service's own middlewares, and finally the answer to unknown endpoints.
 */
export const createApp = (options: AppOptions): HttpApp => {
  const { service, configuration, logger, metrics } = options;
  let isClosing = false;
  const koa = new Koa<RequestState>();
  koa.on('error', (error: Error & { code?: string }) => {
    if (!isLostPermission(error) && !clientErrorCodes.test(error.code ?? ''))
      logger.error({ err: error }, 'an answer failed');
  });
  const middlewares: RequestMiddleware[] = [
    createAccessLog({
      service,
      logger,
      metrics,
      trustedProxies: configuration.trustedProxies,
      processSecret: options.processSecret ?? null,
      tracing: options.tracing ?? null,
    }),
    problemAnswers({ service, metrics }),
    securityHeaders({
      authEmulatorUrl: options.authEmulatorUrl ?? null,
      isHttps: configuration.publicUrl?.startsWith('https:') ?? false,
      imageHosts: configuration.imageHosts,
    }),
    health({
      metrics,
      checks: options.checks ?? {},
      isClosing: () => isClosing,
      metricsToken: configuration.metricsToken,
      metricsLimit: createRateLimit(configuration.rateLimitPerMinute),
    }),
    // After the health checks, because load balancers and Prometheus send the address of a node as `Host`.
    ...(configuration.publicUrl === null ? [] : [refuseForeignRequests(configuration.publicUrl)]),
    sendPlainIfNothingIsAcceptable,
    compress({ threshold: 1024, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }),
    ...options.middlewares,
    unknownEndpoints(options.endpoints),
  ];
  for (const middleware of middlewares) koa.use(middleware);
  return {
    koa,
    callback: koa.callback(),
    startClosing: () => {
      isClosing = true;
    },
  };
};

import { constants } from 'node:zlib';
import Koa from 'koa';
import compress from 'koa-compress';
import { problemKinds } from '#contract/problem.ts';
import type { Configuration } from '../configuration.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problems.ts';
import { access } from './access.ts';
import type { RequestMiddleware, RequestState } from './context.ts';
import { health, type ReadinessChecks } from './health.ts';
import { problemAnswers } from './problem-answers.ts';
import { securityHeaders } from './security-headers.ts';
import { type CallAddress, unknownCalls } from './unknown-calls.ts';
import type { Voucher } from './voucher.ts';

export type AppOptions = {
  /** `command-api`, `read-api`: in logs and metrics. */
  service: string;
  configuration: Pick<Configuration, 'trustedProxies' | 'publicUrl'>;
  /** Of the other services of this process, which are believed about whose request they call for. */
  voucher?: Voucher | undefined;
  logger: Logger;
  metrics: Metrics;
  /** All calls of the product, for 404 and 405. */
  calls: readonly CallAddress[];
  /** What `/readyz` asks. */
  checks?: ReadinessChecks;
  /** The service's own layers, in order: rate limits, routes, files. One that does not answer calls `next`. */
  layers: readonly RequestMiddleware[];
  authEmulatorUrl?: string | null;
  scriptHashes?: readonly string[];
};

export type HttpApp = {
  koa: Koa<RequestState>;
  /** For `http.createServer`, or for a composition of several services on one port. */
  callback: ReturnType<Koa['callback']>;
  /** From now on `/readyz` says 503, so that balancers stop sending requests. */
  startClosing(): void;
};

/** A client that left in the middle of a request or an answer is nobody's mistake. */
const ofTheSender = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_)/;

/** Nor is an answer that was broken off because whoever reads it may not go on. */
const isRefusal = (error: unknown) => error instanceof ProblemError && problemKinds[error.code].status < 500;

/**
 * What every HTTP service of the product is made of: request id and access log, problem answers, security headers,
 * health and metrics, compression, then the service's own layers, and last the answer to unknown calls.
 */
export const createApp = (options: AppOptions): HttpApp => {
  const { service, configuration, logger, metrics } = options;
  let closing = false;
  const koa = new Koa<RequestState>();
  koa.on('error', (error: Error & { code?: string }) => {
    if (!isRefusal(error) && !ofTheSender.test(error.code ?? ''))
      logger.error({ err: error }, 'an answer failed');
  });
  const layers: RequestMiddleware[] = [
    access({
      ...{ service, logger, metrics },
      trustedProxies: configuration.trustedProxies,
      voucher: options.voucher ?? null,
    }),
    problemAnswers({ service, metrics }),
    securityHeaders({
      authEmulatorUrl: options.authEmulatorUrl ?? null,
      https: configuration.publicUrl?.startsWith('https:') ?? false,
      scriptHashes: options.scriptHashes ?? [],
    }),
    health({ metrics, checks: options.checks ?? {}, closing: () => closing }),
    compress({ threshold: 1024, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }),
    ...options.layers,
    unknownCalls(options.calls),
  ];
  for (const layer of layers) koa.use(layer);
  return {
    koa,
    callback: koa.callback(),
    startClosing: () => {
      closing = true;
    },
  };
};

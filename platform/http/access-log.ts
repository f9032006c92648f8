import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import { headers } from '#contract/headers.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import { parseTraceparent, requestIdOf, traceIdOf } from '../tracing/trace-ids.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { clientAddress, isFromTrustedProxy } from './client-address.ts';
import type { Context, RequestMiddleware } from './context.ts';
import { healthPaths } from './health.ts';
import type { ProcessSecret } from './process-secret.ts';

/** Returns the request id that our own proxy or service has sent, or null. Ids from other senders could forge log lines. */
const readTrustedRequestId = (context: Context, isTrusted: () => boolean): string | null => {
  const given = context.get(headers.requestId);
  return given !== '' && isTrusted() && /^[\w-]{8,64}$/.test(given) ? given : null;
};

/**
 * Returns the ids of a request for its log lines. While traces are recorded, a client may choose the trace id. The request id is
 * then the same id, written as a UUID, so the client can write nothing but 32 hexadecimal digits into the log. The lines then also
 * contain the request id that a trusted proxy has sent, if there is one.
 */
const chooseIds = (context: Context, trustedId: string | null, isTraced: boolean) => {
  if (!isTraced) return { requestId: trustedId ?? randomUUID() };
  const traceId = parseTraceparent(context.get(headers.traceparent));
  if (traceId === null) {
    const requestId = trustedId ?? randomUUID();
    return { requestId, traceId: traceIdOf(requestId) };
  }
  return {
    requestId: requestIdOf(traceId),
    traceId,
    ...(trustedId === null ? {} : { proxyRequestId: trustedId }),
  };
};

/** Clients may send any method that Node's parser knows, so the methods that we do not use share one label. */
const labelledMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Refusals whose log line names the user, so that an operator sees which account attempts forbidden actions. */
const attributedStatuses = new Set([401, 403]);

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates the outermost middleware. It sets request id, client address and logger. At the end of the answer it records one
 * measurement, one log line and, while traces are recorded, one span. For {@link healthPaths} it records only the measurement.
 * Line and span contain the route pattern, never the path, which may contain an e-mail address. The line of a 401 or 403 contains the id of the
 * user, if the token was verified.
 */
export const createAccessLog = (options: {
  service: string;
  logger: Logger;
  metrics: Metrics;
  trustedProxies: BlockList;
  processSecret: ProcessSecret | null;
  /** Null: traces are off. */
  tracing: Tracing | null;
}): RequestMiddleware => {
  const { service, logger, metrics, trustedProxies, tracing } = options;
  // Redaction would copy each line. These lines do not need it, because a client cannot write free text into them.
  const lineLogger = logger.child({}, { redact: [] });
  const inFlight = metrics.httpInFlight.labels({ service });
  return async (context, next) => {
    const startedAt = performance.now();
    const isFromThisProcess = options.processSecret?.isSentWith(context.req) ?? false;
    const trustedId = readTrustedRequestId(
      context,
      () => isFromThisProcess || isFromTrustedProxy(context.req, trustedProxies),
    );
    const ids = chooseIds(context, trustedId, tracing !== null);
    const { requestId } = ids;
    context.state.requestId = requestId;
    context.state.address = clientAddress(context.req, trustedProxies, isFromThisProcess);
    context.state.createLog = () => logger.child(ids);
    context.set(headers.requestId, requestId);
    inFlight.inc();
    context.res.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const status = context.res.statusCode;
      const route = context.state.route ?? '(none)';
      const method = labelledMethods.has(context.method) ? context.method : 'other';
      const { userId } = context.state;
      const isAborted = !context.res.writableFinished;
      inFlight.dec();
      metrics.httpSeconds.observe({ service, method, route, status: String(status) }, durationMs / 1_000);
      // Load balancers and Prometheus request these every few seconds.
      if (healthPaths.has(route)) return;
      lineLogger.info(
        {
          ...ids,
          method: context.method,
          route,
          status,
          ms: Math.round(durationMs * 100) / 100,
          ...(userId !== undefined && attributedStatuses.has(status) ? { user: userId } : {}),
          ...(isAborted ? { aborted: true } : {}),
        },
        'answered',
      );
      tracing?.recordRequest(
        requestId,
        {
          name: `${method} ${route}`,
          startedAt,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            ...(isAborted ? { 'lyceum.aborted': true } : {}),
          },
          errorType: status >= 500 ? String(status) : undefined,
        },
        { isCommand: !readMethods.has(method) },
      );
    });
    await next();
  };
};

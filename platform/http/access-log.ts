import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import { headers } from '#contract/headers.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import { clientAddress, isFromTrustedProxy } from './client-address.ts';
import type { Context, RequestMiddleware } from './context.ts';
import type { ProcessSecret } from './process-secret.ts';

/** Accepts a request id from our own proxies and services only; others could forge log lines. */
const chooseRequestId = (context: Context, isTrusted: boolean): string => {
  const given = context.get(headers.requestId);
  return isTrusted && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
};

/** Clients may send any method that Node's parser knows, so the methods that we do not use share one label. */
const labelledMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Refusals whose log line names the user, so that an operator sees which account attempts forbidden actions. */
const attributedStatuses = new Set([401, 403]);

/** Load balancers call these every few seconds, so they are counted but not logged. */
const unloggedRoutes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The outermost middleware: sets request id, client address and logger, and records one log line and one measurement at the end
 * of the answer. The line contains the route pattern, never the path, which may contain an e-mail address. The line of a 401
 * or 403 contains the user's id, if their token was verified.
 */
export const accessLog =
  (options: {
    service: string;
    logger: Logger;
    metrics: Metrics;
    trustedProxies: BlockList;
    processSecret: ProcessSecret | null;
  }): RequestMiddleware =>
  async (context, next) => {
    const { service, metrics, trustedProxies } = options;
    const startedAt = process.hrtime.bigint();
    const isFromThisProcess = options.processSecret?.isSentWith(context.req) ?? false;
    const requestId = chooseRequestId(
      context,
      isFromThisProcess || isFromTrustedProxy(context.req, trustedProxies),
    );
    context.state.requestId = requestId;
    context.state.address = clientAddress(context.req, trustedProxies, isFromThisProcess);
    context.state.log = options.logger.child({ requestId });
    context.set(headers.requestId, requestId);
    metrics.httpInFlight.inc({ service });
    context.res.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
      const status = context.res.statusCode;
      const route = context.state.route ?? '(none)';
      const method = labelledMethods.has(context.method) ? context.method : 'other';
      const { userId } = context.state;
      const isAborted = !context.res.writableFinished;
      metrics.httpInFlight.dec({ service });
      metrics.httpSeconds.observe({ service, method, route, status: String(status) }, seconds);
      if (unloggedRoutes.has(route)) return;
      context.state.log.info(
        {
          method: context.method,
          route,
          status,
          ms: Math.round(seconds * 1e5) / 100,
          ...(userId !== undefined && attributedStatuses.has(status) ? { user: userId } : {}),
          ...(isAborted ? { aborted: true } : {}),
        },
        'answered',
      );
    });
    await next();
  };

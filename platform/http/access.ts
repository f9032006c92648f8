import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import { headers } from '#contract/headers.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import { clientAddress, comesFromProxy } from './client-address.ts';
import type { Context, RequestMiddleware } from './context.ts';
import type { Voucher } from './voucher.ts';

/** A proxy or a service of ours may name the request; anybody else's name could forge or flood the log. */
const requestIdOf = (context: Context, ours: boolean): string => {
  const given = context.get(headers.requestId);
  return ours && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
};

/** Health checks come every few seconds from every balancer: they are counted, not logged. */
const quiet = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The outermost layer: gives the request its id, address and logger, and writes one line and one measurement when
 * the answer has ended. The line holds the call's pattern and never the path itself, which may hold an e-mail.
 */
export const access =
  (options: {
    service: string;
    logger: Logger;
    metrics: Metrics;
    trustedProxies: BlockList;
    voucher: Voucher | null;
  }): RequestMiddleware =>
  async (context, next) => {
    const { service, metrics, trustedProxies } = options;
    const began = process.hrtime.bigint();
    const vouchedFor = options.voucher?.holds(context.req) ?? false;
    const requestId = requestIdOf(context, vouchedFor || comesFromProxy(context.req, trustedProxies));
    context.state.requestId = requestId;
    context.state.address = clientAddress(context.req, trustedProxies, vouchedFor);
    context.state.log = options.logger.child({ requestId });
    context.set(headers.requestId, requestId);
    metrics.httpInFlight.inc({ service });
    context.res.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      const status = context.res.statusCode;
      const route = context.state.route ?? '(none)';
      const aborted = !context.res.writableFinished;
      metrics.httpInFlight.dec({ service });
      metrics.httpSeconds.observe(
        { service, method: context.method, route, status: String(status) },
        seconds,
      );
      if (quiet.has(route)) return;
      context.state.log.info(
        {
          method: context.method,
          route,
          status,
          ms: Math.round(seconds * 1e5) / 100,
          ...(aborted && { aborted }),
        },
        'answered',
      );
    });
    await next();
  };

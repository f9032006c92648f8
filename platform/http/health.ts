import type { Metrics } from '../metrics.ts';
import type { RequestMiddleware } from './context.ts';

/** What a service needs to do its work, by name: null when all is well, else a sentence. */
export type ReadinessChecks = Record<string, () => Promise<string | null> | string | null>;

const checkWithin = 2_000;

const runCheck = async (check: ReadinessChecks[string]): Promise<string | null> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no answer within ${checkWithin} ms`), checkWithin);
  try {
    return await Promise.race([Promise.resolve(check()), promise]);
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
};

/** Runs all checks side by side, each for 2 s at most. */
export const runChecks = async (
  checks: ReadinessChecks,
): Promise<{ ready: boolean; checks: Record<string, string> }> => {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  return {
    ready: results.every(([, complaint]) => complaint === null),
    checks: Object.fromEntries(results.map(([name, complaint]) => [name, complaint ?? 'ok'])),
  };
};

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work (else 503, and a balancer sends nobody here).
 * `/metrics`: for Prometheus; the edge does not pass it on to the world.
 */
export const health = (options: {
  metrics: Metrics;
  checks: ReadinessChecks;
  closing: () => boolean;
}): RequestMiddleware => {
  // Anybody may ask, as often as they like: those who ask at once share one look at the database.
  let looking: ReturnType<typeof runChecks> | null = null;
  const look = () => {
    looking ??= runChecks(options.checks).finally(() => {
      looking = null;
    });
    return looking;
  };
  return async (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next();
    if (context.path !== '/healthz' && context.path !== '/readyz' && context.path !== '/metrics')
      return next();
    context.state.route = context.path;
    context.set('Cache-Control', 'no-store');
    if (context.path === '/healthz') {
      context.body = { status: 'ok' };
      return;
    }
    if (context.path === '/metrics') {
      context.body = await options.metrics.registry.metrics();
      context.set('Content-Type', options.metrics.registry.contentType);
      return;
    }
    const closing = options.closing();
    const result = await look();
    // What exactly is wrong may name hosts and roles: that is for the log, not for whoever asks.
    if (!result.ready) context.state.log.warn({ checks: result.checks }, 'not ready');
    const checks = Object.fromEntries(
      Object.entries(result.checks).map(([name, said]) => [name, said === 'ok' ? 'ok' : 'failed']),
    );
    context.status = result.ready && !closing ? 200 : 503;
    context.body = {
      status: closing ? 'closing' : result.ready ? 'ready' : 'not ready',
      checks,
    };
  };
};

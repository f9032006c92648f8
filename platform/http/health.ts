import { createHash, timingSafeEqual } from 'node:crypto';
import { rejectAfter } from '#concurrency/reject-after.ts';
import type { Metrics } from '../metrics.ts';
import { problemError } from '../problems.ts';
import type { Context, RequestMiddleware } from './context.ts';
import { addressKey, type RateLimit } from './rate-limit.ts';

/** Readiness checks by name. A check returns null if all is well, otherwise what is wrong. */
export type ReadinessChecks = Record<string, () => Promise<string | null> | string | null>;

/** Compares digests, so that the time it takes does not reveal the token. */
const isBearer = (authorization: string, token: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
};

const checkTimeoutMs = 2_000;

const runCheck = async (check: ReadinessChecks[string]): Promise<string | null> => {
  try {
    return await rejectAfter(
      checkTimeoutMs,
      Promise.resolve(check()),
      `no answer within ${checkTimeoutMs} ms`,
    );
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
};

/** Runs all checks in parallel, each for at most 2 s. */
export const runChecks = async (
  checks: ReadinessChecks,
): Promise<{ isReady: boolean; checks: Record<string, string> }> => {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  );
  return {
    isReady: results.every(([, problem]) => problem === null),
    checks: Object.fromEntries(results.map(([name, problem]) => [name, problem ?? 'ok'])),
  };
};

type HealthOptions = {
  metrics: Metrics;
  checks: ReadinessChecks;
  isClosing: () => boolean;
  /** The token that requests for metrics must carry; null: none is needed. */
  metricsToken: string | null;
  metricsLimit: RateLimit;
};

/** Answers with the metrics. @throws `forbidden` without the token, `too-many-requests` if the address sends too many requests. */
const answerMetrics = async (
  context: Context,
  { metrics, metricsToken, metricsLimit }: HealthOptions,
): Promise<void> => {
  await metricsLimit.count(addressKey(context.state.address));
  if (metricsToken !== null && !isBearer(context.get('authorization'), metricsToken))
    throw problemError('forbidden', 'Metrics are for the operator: send the METRICS_TOKEN as bearer token.');
  context.body = await metrics.registry.metrics();
  context.set('Content-Type', metrics.registry.contentType);
};

const answerReadiness = (
  context: Context,
  result: Awaited<ReturnType<typeof runChecks>>,
  isClosing: boolean,
): void => {
  // The details may name hosts and roles, so they only go to the log.
  if (!result.isReady) context.state.createLog().warn({ checks: result.checks }, 'not ready');
  const checks = Object.fromEntries(
    Object.entries(result.checks).map(([name, outcome]) => [name, outcome === 'ok' ? 'ok' : 'failed']),
  );
  const status = result.isReady ? 'ready' : 'not ready';
  context.status = result.isReady && !isClosing ? 200 : 503;
  context.body = { status: isClosing ? 'closing' : status, checks };
};

export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Answers `/healthz` (the process is running), `/readyz` (503 if a check fails or the service is closing) and `/metrics` (for
 * Prometheus; the edge does not expose it).
 */
export const health = (options: HealthOptions): RequestMiddleware => {
  // Concurrent requests share one run of the checks, because anybody may send any number of them.
  let running: ReturnType<typeof runChecks> | null = null;
  const runShared = () => {
    running ??= runChecks(options.checks).finally(() => {
      running = null;
    });
    return running;
  };
  const answer = async (context: Context): Promise<void> => {
    context.state.route = context.path;
    context.state.isData = true;
    context.set('Cache-Control', 'no-store');
    if (context.path === '/healthz') {
      context.body = { status: 'ok' };
      return;
    }
    if (context.path === '/metrics') {
      await answerMetrics(context, options);
      return;
    }
    const isClosing = options.isClosing();
    answerReadiness(context, await runShared(), isClosing);
  };
  return (context, next) => {
    const isRead = context.method === 'GET' || context.method === 'HEAD';
    return isRead && healthPaths.has(context.path) ? answer(context) : next();
  };
};

import { Writable } from 'node:stream';
import { expect } from 'vitest';
import { parseConfiguration } from '../../configuration.ts';
import { createLogger } from '../../logging.ts';
import { createMetrics } from '../../metrics.ts';
import { problemError, retryLaterError } from '../../problems.ts';
import { afterTests } from '../../testing/close-after-tests.ts';
import { createApp } from '../app.ts';
import type { RequestMiddleware } from '../context.ts';
import { openHttpServer } from '../http-server.ts';
import { readJsonBody } from '../json-body.ts';

/** The user behind each request to `/refused` and `/permitted`. */
export const testUserId = 'b3b0c1de-0000-5000-8000-000000000001';

const answerTestRequest: RequestMiddleware = async (context, next) => {
  switch (`${context.method} ${context.path}`) {
    case 'POST /things':
      context.state.route = '/things';
      context.body = { got: (await readJsonBody(context.req)).value ?? null };
      return;
    case 'GET /broken':
      throw new Error('secret detail');
    case 'GET /busy':
      throw retryLaterError('unavailable', 'Not now.', 0.2);
    case 'GET /address':
      context.body = { address: context.state.address };
      return;
    case 'GET /refused':
      context.state.userId = testUserId;
      throw problemError('forbidden', 'You may not do this.');
    case 'GET /permitted':
      context.state.userId = testUserId;
      context.body = {};
      return;
    case 'GET /long':
      context.body = { text: 'x'.repeat(5_000) };
      return;
    default:
      await next();
  }
};

/**
 * Serves an app with a few endpoints on a free port, for the tests of `platform/http`. The app is closed after the tests.
 * @param environment settings that replace the defaults of these tests.
 * @param middlewares run before the endpoints of this app.
 */
export const openTestApp = async (
  environment: Record<string, string> = {},
  middlewares: readonly RequestMiddleware[] = [],
) => {
  const lines: string[] = [];
  const checks: { database: string | null } = { database: null };
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = createApp({
    service: 'test',
    configuration: parseConfiguration({ DATABASE_URL: 'x', TRUSTED_PROXIES: '127.0.0.1', ...environment }),
    logger: createLogger({ service: 'test', destination }),
    metrics: createMetrics({ defaults: false }),
    endpoints: [
      { method: 'GET', path: '/things' },
      { method: 'POST', path: '/things' },
      { method: 'PUT', path: '/people/{email}' },
    ],
    checks: { database: () => checks.database },
    middlewares: [...middlewares, answerTestRequest],
  });
  const running = await openHttpServer({ listener: app.callback, host: '127.0.0.1', port: 0 });
  afterTests(() => running.close());
  const address = `http://127.0.0.1:${running.port}`;
  return {
    app,
    running,
    address,
    /** The lines that the app has logged. */
    lines,
    /** The outcomes of the readiness checks: a problem, or null if all is well. */
    checks,
    /** Sends a body to the endpoint that returns it. */
    post: (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      fetch(`${address}/things`, { method: 'POST', body, headers }),
  };
};

/** Returns the problem in an answer. Fails if its status or request id differ from those of the answer. */
export const readProblem = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as {
    code: string;
    status: number;
    requestId: string;
    detail: string;
  };
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
};

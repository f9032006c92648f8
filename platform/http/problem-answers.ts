import type { Problem, ProblemCode } from '#contract/problems.ts';
import { problemTypes } from '#contract/problems.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problems.ts';
import type { Context, RequestMiddleware } from './context.ts';

/** Problem codes for errors that Koa and Node throw, by HTTP status. */
const problemCodeByStatus: Record<number, ProblemCode> = {
  400: 'invalid-input',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'not-json',
};

const toProblemError = (error: unknown, context: Context): ProblemError => {
  if (error instanceof ProblemError) return error;
  const status = (error as { status?: unknown } | null)?.status;
  const code = typeof status === 'number' ? problemCodeByStatus[status] : undefined;
  if (code !== undefined) return new ProblemError(code, `${problemTypes[code].title}.`, { cause: error });
  context.state.createLog().error({ err: error }, 'a request failed unexpectedly');
  return new ProblemError(
    'internal-error',
    `Something went wrong on our side. Try again. If it happens again, tell us the request id ${context.state.requestId}.`,
    { cause: error },
  );
};

/** How long a refused body may be, in bytes, for the rest of it to be read and discarded. */
const maxDiscardedBytes = 1024 * 1024;

/**
 * Returns whether the rest of a body that is too large should be read, so that the connection can be used again. If the connection
 * were closed while the client still sends, it would be reset, and the client could lose the answer. If the body is very large, or
 * its length is unknown, the connection is closed anyway.
 */
const shouldReadRestOfBody = (context: Context): boolean =>
  Number(context.get('content-length') || Number.NaN) <= maxDiscardedBytes;

/** Sends a problem as answer (RFC 9457). */
const sendProblem = (context: Context, error: ProblemError): void => {
  const { status, title } = problemTypes[error.code];
  const body: Problem = {
    type: `urn:lyceum:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    requestId: context.state.requestId,
    ...(error.errors ? { errors: [...error.errors] } : {}),
  };
  context.status = status;
  context.set('Cache-Control', 'no-store');
  context.remove('ETag');
  if (error.retryAfter !== undefined) context.set('Retry-After', String(error.retryAfter));
  if (status === 413 && !shouldReadRestOfBody(context)) context.set('Connection', 'close');
  if (status === 401) context.set('WWW-Authenticate', 'Bearer');
  context.body = JSON.stringify(body);
  context.type = 'application/problem+json';
};

/**
 * Turns errors of inner middlewares into problem answers. If an answer has already begun, it is cut off instead. Unexpected errors
 * are logged with their stack.
 */
export const problemAnswers =
  (options: { service: string; metrics: Metrics }): RequestMiddleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      const problem = toProblemError(error, context);
      options.metrics.problems.inc({ service: options.service, code: problem.code });
      if (problem.code === 'unavailable')
        context.state.createLog().warn({ err: problem.cause }, 'unavailable');
      if (context.headerSent) {
        context.res.destroy();
        return;
      }
      sendProblem(context, problem);
    }
  };

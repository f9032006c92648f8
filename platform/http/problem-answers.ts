import type { Problem, ProblemCode } from '#contract/problem.ts';
import { problemKinds } from '#contract/problem.ts';
import type { Metrics } from '../metrics.ts';
import { ProblemError } from '../problems.ts';
import type { Context, RequestMiddleware } from './context.ts';

/** Errors that Koa and Node themselves throw for a request, by their status. */
const codeOfStatus: Record<number, ProblemCode> = {
  400: 'invalid-input',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  415: 'not-json',
};

const toProblemError = (error: unknown, context: Context): ProblemError => {
  if (error instanceof ProblemError) return error;
  const status = (error as { status?: unknown } | null)?.status;
  const code = typeof status === 'number' ? codeOfStatus[status] : undefined;
  if (code !== undefined) return new ProblemError(code, `${problemKinds[code].title}.`, { cause: error });
  context.state.log.error({ err: error }, 'a request failed unexpectedly');
  return new ProblemError(
    'internal-error',
    `Something went wrong on our side. Try again; if it stays so, tell us the number ${context.state.requestId}.`,
    { cause: error },
  );
};

/** The one place where a problem becomes an answer (RFC 9457). */
export const answerProblem = (context: Context, error: ProblemError): void => {
  const { status, title } = problemKinds[error.code];
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
  // What is still coming of a body that is too large is not read: the line ends with the answer.
  if (status === 413) context.set('Connection', 'close');
  if (status === 401) context.set('WWW-Authenticate', 'Bearer');
  context.body = JSON.stringify(body);
  context.type = 'application/problem+json';
};

/** Turns whatever is thrown further in into a problem answer; the unexpected is logged with its stack, and told without it. */
export const problemAnswers =
  (options: { service: string; metrics: Metrics }): RequestMiddleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      const problem = toProblemError(error, context);
      options.metrics.problems.inc({ service: options.service, code: problem.code });
      if (problem.code === 'unavailable') context.state.log.warn({ err: problem.cause }, 'unavailable');
      if (context.headerSent) {
        context.res.destroy();
        return;
      }
      answerProblem(context, problem);
    }
  };

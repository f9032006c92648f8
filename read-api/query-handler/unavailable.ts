import { failureOf } from '#events/log/failure.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { ProblemError, tryAgainLater } from '#platform/problems.ts';

/** A database that is away, restarts or is too busy is no mistake of this service: 503 with a time to come again. */
export const unavailableWhenDatabaseIs: RequestMiddleware = async (_, next) => {
  try {
    await next();
  } catch (error) {
    if (error instanceof ProblemError || failureOf(error) === 'lasting') throw error;
    throw tryAgainLater('unavailable', 'The data cannot be reached at the moment. Try again.', 2, error);
  }
};

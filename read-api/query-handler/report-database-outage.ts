import { ArchiveError } from '#events/archive/archive-error.ts';
import { UnknownEventError } from '#events/catalogue/codec/codec.ts';
import { classifyFailure } from '#events/log/database-failure.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { ProblemError, retryLaterError } from '#platform/problems.ts';

/**
 * Answers 503 with `Retry-After` while the database is unreachable, restarting or overloaded, or archived events cannot be read. Does the same if the answer
 * needs an event of a newer release, which only a newer node can read.
 */
export const reportDatabaseOutage: RequestMiddleware = async (_, next) => {
  try {
    await next();
  } catch (error) {
    if (error instanceof UnknownEventError)
      throw retryLaterError('unavailable', 'Lyceum is being updated. Try again.', 2, error);
    const isUnavailable = error instanceof ArchiveError || classifyFailure(error) !== 'permanent';
    if (error instanceof ProblemError || !isUnavailable) throw error;
    throw retryLaterError('unavailable', 'The data cannot be reached at the moment. Try again.', 2, error);
  }
};

import pLimit from 'p-limit';
import type { Logger } from '#platform/logging.ts';
import { ProblemError } from '#platform/problems.ts';
import type { SocketSession } from './socket-session.ts';

export type TokenChecksOptions = {
  /** Returns the sessions of all open sockets. */
  sessions: () => Iterable<Pick<SocketSession, 'token' | 'endSignIn'>>;
  /** Rejects with `token-invalid` if the token is no longer valid, for example because it was revoked. */
  verify: (token: string) => Promise<void>;
  intervalMs: number;
  logger: Logger;
};

/** How many tokens are verified at once. Each is a request to the identity provider. */
const maxConcurrency = 10;
/** After this many failures in a row the provider counts as unreachable. The other tokens wait for the next check. */
const maxFailuresInRow = 10;

/**
 * Regularly checks the tokens of all open sockets. Otherwise a socket whose sign-in was revoked would receive its user's live
 * updates until the token expires. A token that several tabs use is verified once per check. A failure of the provider does not end
 * any session. The next check begins one interval after the last one has ended.
 * @returns a function that stops the checks.
 */
export const startTokenChecks = ({ sessions, verify, intervalMs, logger }: TokenChecksOptions) => {
  let isStopped = false;
  let failuresInRow = 0;

  const endSessions = async (token: string, holders: Pick<SocketSession, 'endSignIn'>[]) => {
    const results = await Promise.allSettled(holders.map((session) => session.endSignIn(token)));
    for (const result of results)
      if (result.status === 'rejected')
        logger.error(
          { err: result.reason },
          'The session of a socket with a revoked token could not be ended. This will be retried.',
        );
  };

  const checkToken = async (token: string, holders: Pick<SocketSession, 'endSignIn'>[]) => {
    if (isStopped || failuresInRow >= maxFailuresInRow) return;
    try {
      await verify(token);
      failuresInRow = 0;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'token-invalid') {
        failuresInRow = 0;
        return endSessions(token, holders);
      }
      failuresInRow += 1;
      if (failuresInRow === maxFailuresInRow)
        logger.warn(
          { err: error },
          'The tokens of open sockets could not be verified. This will be retried.',
        );
    }
  };

  const checkAll = async () => {
    failuresInRow = 0;
    const byToken = Map.groupBy(sessions(), ({ token }) => token);
    const limit = pLimit(maxConcurrency);
    const checks: Promise<void>[] = [];
    for (const [token, holders] of byToken)
      if (token !== null) checks.push(limit(() => checkToken(token, holders)));
    await Promise.all(checks);
  };

  let timer: NodeJS.Timeout;
  const schedule = () => {
    const scheduleNext = () => {
      if (!isStopped) schedule();
    };
    timer = setTimeout(() => void checkAll().finally(scheduleNext), intervalMs);
    timer.unref();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};

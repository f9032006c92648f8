import type { Pool } from 'pg';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { retryLaterError } from '#platform/problems.ts';

/**
 * Selects whether an append waits for the disk of a synchronous standby. The sessions of the appender set `synchronous_commit`
 * themselves, so the answer depends only on `synchronous_standby_names`. If the setting names standbys and none is connected, commits
 * wait, and nothing is acknowledged. Patroni empties the setting if it lets the primary continue without a standby. The role of
 * this service cannot see the states of the standbys themselves.
 */
const query = {
  name: 'synchronous-standby',
  text: `select current_setting('synchronous_standby_names') <> '' as "isSynchronous"`,
};

/** Returns whether the primary acknowledges a commit only when a standby has it. @throws errors of the database. */
export const waitsForStandby = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rows } = await pool.query<{ isSynchronous: boolean }>(query);
  return rows[0]?.isSynchronous === true;
};

/** How long commands rely on one check. */
const maxCheckAgeMs = 1_000;

/**
 * Refuses commands with the problem `unavailable` while the primary would acknowledge them without a standby, even if the load balancer
 * ignores `/readyz`. Commands within one second share a check. If a check fails, the commands that wait for it are refused.
 */
export const requireStandby = (pool: Pick<Pool, 'query'>): RequestMiddleware => {
  let lastCheck: { startedAt: number; isSynchronous: Promise<boolean> } | null = null;
  return async (_, next) => {
    if (lastCheck === null || performance.now() - lastCheck.startedAt > maxCheckAgeMs)
      lastCheck = { startedAt: performance.now(), isSynchronous: waitsForStandby(pool) };
    const check = lastCheck;
    const isSynchronous = await check.isSynchronous.catch((error: unknown) => {
      if (lastCheck === check) lastCheck = null;
      throw standbyMissingError(error);
    });
    if (!isSynchronous) throw standbyMissingError();
    await next();
  };
};

const standbyMissingError = (cause?: unknown) =>
  retryLaterError('unavailable', 'Changes cannot be saved safely at the moment. Try again.', 2, cause);

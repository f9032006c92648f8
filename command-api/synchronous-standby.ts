import type { Pool } from 'pg';
import type { RequestMiddleware } from '#platform/http/context.ts';
import { retryLaterError } from '#platform/problems.ts';

/**
 * Whether an append waits until a standby has it on its disk: the sessions of the appender set `synchronous_commit`
 * themselves, so it depends on the names only. If names are set but no standby is connected, commits wait, and nothing is
 * acknowledged. Patroni empties the names if it lets the primary go on without a standby. The states of the standbys
 * themselves are hidden from the role of this service.
 */
const query = {
  name: 'synchronous-standby',
  text: `select current_setting('synchronous_standby_names') <> '' as "isSynchronous"`,
};

/** Returns whether the primary acknowledges a commit only when a standby has it. @throws errors of the database */
export const waitsForStandby = async (pool: Pick<Pool, 'query'>): Promise<boolean> => {
  const { rows } = await pool.query<{ isSynchronous: boolean }>(query);
  return rows[0]?.isSynchronous === true;
};

/** How long commands rely on one check. */
const maxCheckAgeMs = 1_000;

/**
 * Refuses commands with problem `unavailable` while the primary would acknowledge them without a standby, even if the load
 * balancer ignores `/readyz`. Commands of one second share a check. A check that fails refuses the commands that wait for it.
 */
export const requireStandby = (pool: Pick<Pool, 'query'>): RequestMiddleware => {
  let last: { at: number; check: Promise<boolean> } | null = null;
  return async (_, next) => {
    if (last === null || performance.now() - last.at > maxCheckAgeMs)
      last = { at: performance.now(), check: waitsForStandby(pool) };
    const { check } = last;
    const isSynchronous = await check.catch((error: unknown) => {
      if (last?.check === check) last = null;
      throw standbyMissingError(error);
    });
    if (!isSynchronous) throw standbyMissingError();
    await next();
  };
};

const standbyMissingError = (cause?: unknown) =>
  retryLaterError('unavailable', 'Changes cannot be saved safely at the moment. Try again.', 2, cause);

import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UserType } from '#contract/schemas/users.ts';
import { userStream } from '#events/catalogue/streams/user.ts';
import type { LogReader } from '#events/log/log.ts';
import { retryLaterError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Checkpoints } from '../freshness/checkpoints.ts';
import type { Freshness } from '../freshness/freshness.ts';

/**
 * How long roles from a replica are trusted while the primary does not answer. The time is limited because it may be only this node
 * that cannot reach the primary, and an Admin may have changed a role in the meantime.
 */
const maxOutageMs = 60_000;

/** A membership is removed from memory after this time, even if it is not looked up again. */
const maxCacheMs = 10 * 60_000;

/**
 * Refuses to trust a role if the outage of the primary has lasted too long.
 * @throws problem `unavailable`.
 */
export const requireRecentRoles = (outageMs: number): void => {
  if (outageMs > maxOutageMs)
    throw retryLaterError('unavailable', 'Your role cannot be checked at the moment. Try again.', 2);
};

/**
 * A person's relation to the school: never registered, registered with a role, or removed. `email` is the e-mail address of the
 * account; null if it is not known.
 */
export type Membership =
  | { state: 'unknown' }
  | { state: 'registered'; userType: UserType; email: string | null }
  | { state: 'removed' };

/**
 * Reads a membership from the user's stream. A removal and a role change take effect at once, so the log decides
 * whenever the read table has no row or is behind. The address stays unknown, because this service has no keys.
 */
export const readMembershipFromLog = async (
  log: Pick<LogReader, 'readStream'>,
  userId: string,
): Promise<Membership> => {
  let membership: Membership = { state: 'unknown' };
  for (const event of await log.readStream(userStream(userId))) {
    if (event.type === 'UserRegistered')
      membership = { state: 'registered', userType: event.data.userType, email: null };
    else if (event.type === 'UserRoleChanged')
      membership = { state: 'registered', userType: event.data.to, email: null };
    else if (event.type === 'UserRemoved') membership = { state: 'removed' };
  }
  return membership;
};

/**
 * Creates a cached lookup of memberships. A membership from the read table stays valid until the users model changes, so it
 * is cached with the position and epoch at which it was read. The read table is trusted only if it is current up to
 * the head that the log had when the request arrived. Otherwise a removed user could still read while the projection is behind.
 * The lookup throws problem `unavailable` if the primary has not answered for a minute.
 * @param requireSameServer throws if the rows may come from a different replica than the checkpoints.
 */
export const createMembershipLookup = (
  tables: Kysely<ReadTables>,
  log: LogReader,
  requireSameServer: (checkpoints: Checkpoints) => void,
) => {
  const cache = new LRUCache<string, { modelState: string; membership: Membership }>({
    max: 20_000,
    // A membership contains an e-mail address, which must not stay in memory for long after the account is deleted.
    ttl: maxCacheMs,
    ttlAutopurge: true,
  });
  return async (userId: string, freshness: Freshness): Promise<Membership> => {
    const { logId, models, outageMs } = freshness.checkpoints;
    requireRecentRoles(outageMs);
    const users = models.get('users');
    const readRow = () =>
      tables.selectFrom('users').select(['user_type', 'email']).where('id', '=', userId).executeTakeFirst();
    const readFromLog = async (): Promise<Membership> => {
      const membership = await readMembershipFromLog(log, userId);
      if (membership.state !== 'registered') return membership;
      // An outdated address is harmless, because users' own data is found by their id.
      return { ...membership, email: (await readRow())?.email ?? null };
    };
    if (freshness.isStale || !users || users.currentUpTo < freshness.headOnArrival) return readFromLog();
    const modelState = `${logId} ${users.relevantPosition} ${users.epoch}`;
    const cached = cache.get(userId);
    if (cached?.modelState === modelState) return cached.membership;
    const row = await readRow();
    requireSameServer(freshness.checkpoints);
    if (!row) return readFromLog();
    const membership = { state: 'registered', userType: row.user_type, email: row.email } as const;
    cache.set(userId, { modelState, membership });
    return membership;
  };
};
export type FindMembership = ReturnType<typeof createMembershipLookup>;

import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UserType } from '#contract/users.ts';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Seen } from '../freshness/wait.ts';
import { userById } from '../resources/users/query.ts';
import { type Membership, membershipFromLog } from './role-from-log.ts';

/**
 * Finds out what a person is in the school. What the table said stays true until the users model moves, so it is
 * remembered with the position (and epoch) at which it was read, and costs no query until somebody changes.
 * Whether the table may be asked is measured by the log's head on arrival and not by the position that a request names:
 * or a person who was removed would name an old one, and be let in for as long as the projection is behind.
 */
export const openMemberships = (tables: Kysely<ReadTables>, log: LogReader) => {
  const remembered = new LRUCache<string, { at: string; userType: UserType }>({ max: 20_000 });
  return async (userId: string, seen: Seen): Promise<Membership> => {
    const users = seen.standing.models.get('users');
    if (seen.stale || !users || users.position < seen.arrival) return membershipFromLog(log, userId);
    const at = `${seen.standing.logId} ${users.relevant} ${users.epoch}`;
    const known = remembered.get(userId);
    if (known?.at === at) return { state: 'registered', userType: known.userType };
    const row = await userById(tables, userId);
    if (!row) return membershipFromLog(log, userId);
    const userType = row.user_type as UserType;
    remembered.set(userId, { at, userType });
    return { state: 'registered', userType };
  };
};
export type Memberships = ReturnType<typeof openMemberships>;

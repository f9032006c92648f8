import type { UserType } from '#contract/users.ts';
import { userStream } from '#events/catalogue/user.ts';
import type { LogReader } from '#events/log/log.ts';

/** What a person's stream says about them, whatever the read tables know by now. */
export type Membership =
  | { state: 'unknown' }
  | { state: 'registered'; userType: UserType }
  | { state: 'removed' };

/**
 * Reads a person's role from the log itself: for when the read table has no row (never registered, removed, or not
 * there yet?) or has fallen behind, since a removal and a change of role hold at once.
 */
export const membershipFromLog = async (log: LogReader, userId: string): Promise<Membership> => {
  let membership: Membership = { state: 'unknown' };
  for (const event of await log.readStream(userStream(userId))) {
    if (event.type === 'UserRegistered') membership = { state: 'registered', userType: event.data.userType };
    else if (event.type === 'UserRoleChanged') membership = { state: 'registered', userType: event.data.to };
    else if (event.type === 'UserRemoved') membership = { state: 'removed' };
  }
  return membership;
};

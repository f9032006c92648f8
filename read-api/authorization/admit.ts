import type { Caller } from '#contract/calls/call.ts';
import { may, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/users.ts';
import { problemError, tokenInvalid } from '#platform/problems.ts';
import type { Membership } from './role-from-log.ts';

/** Who reads: `userType` is null for a person who has signed in and not registered (yet). */
export type Reader = { userId: string; email: string | null; userType: UserType | null };

/** As whom a call was let in: for what is one's own, or, as an Admin, in another's place (`whose`, an e-mail). */
export type Admission = { as: 'self' } | { as: 'admin'; whose: string } | { as: 'role' };

const removed = () =>
  problemError('account-removed', 'This account was removed. Ask an admin if that is a mistake.');

/** @throws problems 'account-removed', and 'token-invalid' for an account that is gone without having been removed here. */
export const readerOf = (
  identity: { userId: string; email: string | null; exists: boolean },
  membership: Membership,
): Reader => {
  if (membership.state === 'removed') throw removed();
  if (!identity.exists) throw tokenInvalid();
  const userType = membership.state === 'registered' ? membership.userType : null;
  return { userId: identity.userId, email: identity.email, userType };
};

const requireRole = (reader: Reader): UserType => {
  if (reader.userType === null)
    throw problemError('registration-incomplete', 'Complete the registration first.');
  return reader.userType;
};

/**
 * Lets a reader in or refuses, by what the table of calls says about who may make the call. The one place
 * where it is known that an Admin reads another person's data.
 * @param whose the e-mail (in lower case) that a call for 'self' asks about.
 * @throws problems 'registration-incomplete' and 'forbidden'.
 */
export const admit = (who: Caller, reader: Reader, whose: string | null): Admission => {
  if (who === 'anyone' || who === 'signed-in') return { as: 'role' };
  if (who === 'self') {
    if (whose !== null && whose === reader.email) return { as: 'self' };
    if (whose !== null && may(requireRole(reader), 'user.readOther')) return { as: 'admin', whose };
    throw problemError('forbidden', 'You may read your own record only.');
  }
  const role = requireRole(reader);
  if (who !== 'registered' && !may(role, who satisfies Permission))
    throw problemError('forbidden', 'Your role does not allow this.');
  return { as: 'role' };
};

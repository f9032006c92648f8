import type { Access } from '#contract/endpoints/endpoint.ts';
import { isPermitted, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { problemError, tokenInvalidError } from '#platform/problems.ts';
import type { Membership } from './membership.ts';

/**
 * The signed-in person who sends a GET. `userType` is null until they complete the registration. `ownEmails` are the addresses, in
 * lower case, with which they ask for their own data: that of the sign-in and that of the record. The two differ while the record
 * cannot adopt the address of the sign-in, for example because another person has it (docs/decisions/0023).
 */
export type Reader = { userId: string; ownEmails: readonly string[]; userType: UserType | null };

/** Why a GET is allowed: the data is the reader's own, an Admin reads another user's data, or the role suffices. */
export type AccessGrant = { basis: 'self' } | { basis: 'admin'; ownerEmail: string } | { basis: 'role' };

/** The result of authorization. `reader` is null for a visitor. */
export type Authorization = { reader: Reader | null; grant: AccessGrant };

/**
 * Returns the reader with this identity.
 * @throws problem 'account-removed' for a removed user, and 'token-invalid' for an identity that was deleted at the
 * identity provider without being removed from the school.
 */
export const resolveReader = (
  identity: { userId: string; email: string | null; hasAccount: boolean },
  membership: Membership,
): Reader => {
  if (membership.state === 'removed')
    throw problemError('account-removed', 'This account was removed. Ask an Admin if that is a mistake.');
  if (!identity.hasAccount) throw tokenInvalidError();
  const { userType, email } =
    membership.state === 'registered' ? membership : { userType: null, email: null };
  const ownEmails = [identity.email, email].filter((address) => address !== null);
  return { userId: identity.userId, ownEmails, userType };
};

const requireRole = ({ userType }: Reader): UserType => {
  if (userType === null) throw problemError('registration-incomplete', 'Complete the registration first.');
  return userType;
};

/**
 * Returns why a GET is allowed, or refuses it. For access 'self', this is the only place that decides whether an Admin
 * reads another user's data.
 * @param access the endpoint's rule.
 * @param ownerEmail for access 'self': the e-mail, in lower case, of the user whose data is requested; otherwise null.
 * @throws problems 'registration-incomplete' and 'forbidden'.
 */
export const authorize = (access: Access, reader: Reader, ownerEmail: string | null): AccessGrant => {
  if (access === 'anyone' || access === 'signed-in') return { basis: 'role' };
  if (access === 'self') {
    if (ownerEmail !== null && reader.ownEmails.includes(ownerEmail)) return { basis: 'self' };
    if (ownerEmail !== null && isPermitted(requireRole(reader), 'user.readOther'))
      return { basis: 'admin', ownerEmail };
    throw problemError('forbidden', 'You may read your own record only.');
  }
  const role = requireRole(reader);
  if (access !== 'registered' && !isPermitted(role, access satisfies Permission))
    throw problemError('forbidden', 'Your role does not allow this.');
  return { basis: 'role' };
};

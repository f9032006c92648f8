import type { IdentityVerifier } from '#platform/identity/identity-verifier.ts';
import { lacksSecondFactor } from '#platform/identity/second-factor.ts';
import { tokenInvalidError } from '#platform/problems.ts';
import type { FindMembership } from '../../authorization/membership.ts';
import type { FreshnessWaiter } from '../../freshness/freshness.ts';
import type { Audience } from '../rooms.ts';
import type { RecentUpdates } from '../updates/recent-updates.ts';

/**
 * An audience with its role as of a position of the log. `expiresAt` is when the token expires, in ms since 1970; null for a
 * visitor. `hasRequiredSecondFactor` is false if Admins need a second factor and the user has signed in without it.
 */
export type ResolvedAudience = {
  audience: Audience;
  position: number;
  expiresAt: number | null;
  hasRequiredSecondFactor: boolean;
};

/** Returns the audience with the role that it may use: an Admin without the required second factor counts as unregistered. */
export const limitRole = (
  { id, userType }: NonNullable<Audience>,
  identity: Pick<ResolvedAudience, 'hasRequiredSecondFactor'>,
): NonNullable<Audience> => ({ id, userType: lacksSecondFactor(identity, userType) ? null : userType });

export type AudienceDependencies = {
  verifier: Pick<IdentityVerifier, 'verify' | 'verifyAgain'>;
  waitUntilFresh: FreshnessWaiter;
  findMembership: FindMembership;
};

/**
 * Verifies a token and looks up the role of its user.
 * @param token null for a visitor.
 * @throws the problems of token verification and of the role lookup, and 'token-invalid' if the account no longer exists even
 * though the user was not removed from the school.
 */
export const resolveAudience = async (
  { verifier, waitUntilFresh, findMembership }: AudienceDependencies,
  token: string | null,
): Promise<ResolvedAudience> => {
  if (token === null)
    return {
      audience: null,
      // No role change affects a visitor.
      position: Number.POSITIVE_INFINITY,
      expiresAt: null,
      hasRequiredSecondFactor: true,
    };
  const { userId, expiresAt, hasAccount, hasRequiredSecondFactor } = await verifier.verify(token);
  const freshness = await waitUntilFresh(['users'], { position: undefined, logId: undefined });
  const membership = await findMembership(userId, freshness);
  // A user who was removed from the school receives the notice of the removal instead of an error.
  if (!hasAccount && membership.state !== 'removed') throw tokenInvalidError();
  const userType = membership.state === 'registered' ? membership.userType : null;
  const audience = limitRole({ id: userId, userType }, { hasRequiredSecondFactor });
  return { audience, position: freshness.position, expiresAt, hasRequiredSecondFactor };
};

/**
 * Verifies the token of an open socket again.
 * @throws the problems of `resolveAudience`.
 */
export const verifyTokenAgain = async (dependencies: AudienceDependencies, token: string): Promise<void> => {
  const { hasAccount } = await dependencies.verifier.verifyAgain(token);
  // Rejects a token without an account, unless its user was removed from the school.
  if (!hasAccount) await resolveAudience(dependencies, token);
};

/**
 * Applies the role changes that have been sent since the audience was resolved.
 * @returns undefined if these are no longer in memory, so the audience has to be resolved again.
 */
export const currentAudience = (
  { audience, position, hasRequiredSecondFactor }: ResolvedAudience,
  recentUpdates: RecentUpdates,
): Audience | undefined => {
  if (audience === null) return null;
  const updates = recentUpdates.after(position);
  if (updates === null) return undefined;
  const roleChange = updates.findLast((update) => update.roleChange?.userId === audience.id)?.roleChange;
  return roleChange
    ? limitRole({ id: audience.id, userType: roleChange.userType }, { hasRequiredSecondFactor })
    : audience;
};

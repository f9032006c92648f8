import type { IdentityVerifier } from '#platform/identity/verify.ts';
import { tokenInvalid } from '#platform/problems.ts';
import type { Memberships } from '../authorization/memberships.ts';
import type { Freshness } from '../freshness/freshness.ts';
import type { Recent } from './recent.ts';
import type { Audience } from './rooms.ts';

/** Who sits at a socket, as the log says it at a position, and until when the token vouches for it. */
export type Recognised = { audience: Audience; at: number; expiresAt: number | null };

export type AudienceServices = {
  verifier: Pick<IdentityVerifier, 'verify'>;
  freshness: Freshness;
  memberships: Memberships;
};

/**
 * @param token null for a visitor.
 * @throws the problems of verification.
 */
export const recognise = async (services: AudienceServices, token: string | null): Promise<Recognised> => {
  if (token === null) return { audience: null, at: Number.POSITIVE_INFINITY, expiresAt: null };
  const { userId, expiresAt, exists } = await services.verifier.verify(token);
  const seen = await services.freshness(['users'], { position: undefined, logId: undefined });
  const membership = await services.memberships(userId, seen);
  if (!exists && membership.state !== 'removed') throw tokenInvalid();
  const userType = membership.state === 'registered' ? membership.userType : null;
  return { audience: { id: userId, userType }, at: seen.position, expiresAt };
};

/**
 * The audience as it is now, with the changes of role that were told since it was recognised.
 * @returns undefined when that can no longer be known from memory: recognise anew.
 */
export const audienceNow = ({ audience, at }: Recognised, recent: Recent): Audience | undefined => {
  if (audience === null) return null;
  const since = recent.after(at);
  if (since === null) return undefined;
  const last = since.findLast(({ membership }) => membership?.userId === audience.id);
  return last?.membership ? { id: audience.id, userType: last.membership.userType } : audience;
};

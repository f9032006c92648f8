/**
 * An account follows the sign-in of its user: if a valid token states another e-mail address than the record, the user has
 * changed it at the identity provider, and the record takes the new one. This happens before the next command of the user,
 * because only commands write.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { roleOf, type UserState, userById } from '../aggregates/user.ts';

type SignIn = Pick<Identity, 'userId' | 'email' | 'issuedAt'>;

/**
 * Returns the change of the e-mail address, if there is one. A token that was issued before the last change is ignored: two
 * devices with tokens of different age would otherwise change the address to and fro.
 */
const followEmail = ({ email, issuedAt }: SignIn, state: UserState): UserEvent[] => {
  if (state.status !== 'registered' || email === null || email === state.email) return [];
  if (state.emailConfirmedAt !== null && issuedAt <= Date.parse(state.emailConfirmedAt)) return [];
  return [{ type: 'UserEmailChanged', data: { email, confirmedAt: new Date(issuedAt).toISOString() } }];
};

/** How long a refused change is not tried again. */
const refusalTtlMs = 60_000;

export type FollowSignIn = (identity: Identity, correlationId: string) => Promise<void>;

/**
 * Creates the step that runs before each command of a registered user. It does not refuse anything: if another person has the
 * new address, the record keeps the old one, and the command is executed.
 */
export const createFollowSignIn = (executor: Pick<CommandExecutor, 'check' | 'execute'>): FollowSignIn => {
  const refused = new LRUCache<string, string>({ max: 10_000, ttl: refusalTtlMs });
  return async (identity, correlationId) => {
    const { userId, email } = identity;
    const reads = { user: userById(userId) };
    const hasChanged = await executor.check(reads, ({ user }) => followEmail(identity, user).length > 0);
    if (!hasChanged || email === null || refused.get(userId) === email) return;
    const { outcome } = await executor.execute({
      commandId: randomUUID(),
      reads,
      metadata: ({ user }) => {
        const role = roleOf(user);
        return { actor: role && { id: userId, role }, correlationId };
      },
      decide: ({ user }) => {
        const events = followEmail(identity, user);
        return {
          events: { user: events },
          answer: { status: 200, body: null },
          ...(events.length > 0 ? { reserveEmail: { person: userId, email } } : {}),
        };
      },
    });
    if (outcome === 'email-taken') refused.set(userId, email);
  };
};

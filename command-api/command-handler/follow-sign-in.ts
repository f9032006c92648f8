/**
 * Updates an account from the sign-in of its user. This happens before a command, because a GET must not change the account.
 *
 * - If a valid token states a different e-mail address from that of the account, the user has changed it at the identity provider.
 *   The account then gets the new one, unless something prevents this (`decideEmailChange`, `createFollowSignIn`).
 * - A user whose address is one of `ADMIN_EMAILS` becomes an Admin with the first command whose token says that the address is verified,
 *   unless the role was changed before, or `ADMIN_EMAILS` no longer counts (`canAppointConfiguredAdmins`).
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { PersonRemovedError } from '#events/log/person-keys.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { adminList, appointAdmin, canAppointConfiguredAdmins } from '../aggregates/admin-list.ts';
import { roleOf, type UserState, userById } from '../aggregates/user.ts';

type FollowOptions = {
  /** `required`: an account gets a new e-mail address only if the provider has verified it. */
  emailVerification: 'required' | 'off';
  /** In lower case. */
  adminEmails: ReadonlySet<string>;
};

/**
 * Returns the event that changes the e-mail address, if there is a new one. A token is ignored unless it is newer than the token that
 * caused the last change. Otherwise two devices with tokens of different ages would change the address back and forth.
 */
const decideEmailChange = (
  { email, emailVerified, issuedAt }: Identity,
  state: UserState,
  { emailVerification }: FollowOptions,
): UserEvent[] => {
  if (state.status !== 'registered' || email === null || email === state.email) return [];
  // The key of the account is destroyed, so no address can be stored.
  if (state.email === null) return [];
  if (emailVerification === 'required' && !emailVerified) return [];
  if (state.emailConfirmedAt !== null && issuedAt <= Date.parse(state.emailConfirmedAt)) return [];
  return [{ type: 'UserEmailChanged', data: { email, confirmedAt: new Date(issuedAt).toISOString() } }];
};

/**
 * Returns the event that makes a user an Admin. Returns none if they already are an Admin, if their address is not verified or is not one
 * of `ADMIN_EMAILS`, or if their role was ever changed. The caller checks whether the setting counts.
 */
const decidePromotion = (
  { email, emailVerified }: Identity,
  state: UserState,
  { adminEmails }: FollowOptions,
): UserEvent[] => {
  if (state.status !== 'registered' || state.userType === 'Admin' || state.hasRoleChanged) return [];
  if (email === null || !emailVerified || !adminEmails.has(email)) return [];
  return [{ type: 'UserRoleChanged', data: { from: state.userType, to: 'Admin' } }];
};

/** How long a process remembers that a new e-mail address was refused. Meanwhile it does not try the same change again. */
const refusalTtlMs = 60_000;

export type FollowSignIn = (identity: Identity, correlationId: string) => Promise<void>;

/**
 * Creates the step that runs before each command. It does nothing for users who are not registered. If another person has the new address,
 * or the key of the account is destroyed, the account keeps the old address. The command is not refused for that reason.
 */
export const createFollowSignIn = (
  executor: Pick<CommandExecutor, 'check' | 'execute'>,
  options: FollowOptions,
): FollowSignIn => {
  const refused = new LRUCache<string, string>({
    max: 10_000,
    ttl: refusalTtlMs,
    // The entries are e-mail addresses, which must not stay in memory.
    ttlAutopurge: true,
  });

  const changeEmail = async (identity: Identity, correlationId: string) => {
    const { userId, email } = identity;
    if (email === null || refused.get(userId) === email) return;
    const executing = executor.execute({
      commandId: randomUUID(),
      mayExceedBudget: true,
      reads: { user: userById(userId) },
      metadata: ({ user }) => {
        const role = roleOf(user);
        return { actor: role && { id: userId, role }, correlationId };
      },
      decide: ({ user }) => {
        const events = decideEmailChange(identity, user, options);
        return {
          events: { user: events },
          answer: { status: 200, body: null },
          ...(events.length > 0 ? { reserveEmail: { person: userId, email } } : {}),
        };
      },
    });
    const isRefused = await executing.then(
      ({ outcome }) => outcome === 'email-taken',
      (error: unknown) => {
        if (error instanceof PersonRemovedError) return true;
        throw error;
      },
    );
    if (isRefused) refused.set(userId, email);
  };

  const makeAdmin = (identity: Identity, correlationId: string) =>
    executor.execute({
      commandId: randomUUID(),
      mayExceedBudget: true,
      reads: { user: userById(identity.userId), admins: adminList },
      metadata: { actor: { system: 'ADMIN_EMAILS' }, correlationId },
      decide: ({ user, admins }) => {
        const events = canAppointConfiguredAdmins(admins) ? decidePromotion(identity, user, options) : [];
        return {
          events: { user: events, admins: events.length > 0 ? appointAdmin(identity.userId, admins) : [] },
          answer: { status: 200, body: null },
        };
      },
    });

  const canAppoint = () =>
    executor.check({ admins: adminList }, ({ admins }) => canAppointConfiguredAdmins(admins));

  return async (identity, correlationId) => {
    const changes = await executor.check({ user: userById(identity.userId) }, ({ user }) => ({
      hasNewEmail: decideEmailChange(identity, user, options).length > 0,
      couldBecomeAdmin: decidePromotion(identity, user, options).length > 0,
    }));
    if (changes.hasNewEmail) await changeEmail(identity, correlationId);
    if (changes.couldBecomeAdmin && (await canAppoint())) await makeAdmin(identity, correlationId);
  };
};

import { endpoints } from '#contract/endpoints.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { problemError } from '#platform/problems.ts';
import { type AdminListState, adminList, canAppointConfiguredAdmins } from '../../aggregates/admin-list.ts';
import { roleOf, userById } from '../../aggregates/user.ts';
import { accountRemovedError } from '../../authorization.ts';
import { type CommandHandler, createSignedInHandler } from '../../command-handler/command-handler.ts';
import { initialRoles, type RegistrationRules, registerUser } from './decide.ts';
import { updateAdminList } from './update-admin-list.ts';

export type RegistrationOptions = {
  roleSignup: 'open' | 'approval';
  /** `required`: an identity with an unverified address cannot register. */
  emailVerification: 'required' | 'off';
  /**
   * The e-mail addresses of the first Admins, in lower case. They make a person an Admin only if the address is verified, and only until an
   * Admin is dismissed, or while there is no Admin (`canAppointConfiguredAdmins`).
   */
  adminEmails: ReadonlySet<string>;
  /** Awaited before a registration is answered. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

/** Creates the handler of POST /users. A signed-in person registers once, for their own e-mail address. */
export const createRegistrationHandler = (options: RegistrationOptions): CommandHandler => {
  const rulesFor = ({ email, emailVerified }: Identity, admins: AdminListState): RegistrationRules => ({
    roleSignup: options.roleSignup,
    isConfiguredAdmin:
      email !== null && emailVerified && options.adminEmails.has(email) && canAppointConfiguredAdmins(admins),
  });
  type Input = { identity: Identity; body: { userType: UserType } };
  const roleFor = ({ identity, body }: Input, admins: AdminListState): UserType =>
    initialRoles(body.userType, rulesFor(identity, admins)).userType;
  /** Returns whether the registration may make the user an Admin. Assumes that `ADMIN_EMAILS` counts. */
  const mayBecomeAdmin = (input: Input): boolean => roleFor(input, adminList.aggregate.initial) === 'Admin';
  return createSignedInHandler(endpoints.registerUser, {
    authorize: (_, caller) => {
      if (caller.status === 'removed') throw accountRemovedError();
    },
    writes: (input) => ({
      user: userById(input.identity.userId),
      // Only a registration that may make an Admin needs the exclusive lock on the list.
      admins: { ...adminList, isReadOnly: !mayBecomeAdmin(input) },
    }),
    actor: (input, { user, admins }) => ({
      id: input.identity.userId,
      role: roleOf(user) ?? roleFor(input, admins),
    }),
    decide: ({ identity, body }, states) => {
      if (identity.email === null || body.email !== identity.email)
        throw problemError(
          'forbidden',
          'You can register only for the e-mail address that you signed in with.',
        );
      // Without this check anybody could appear under another person's address.
      if (
        options.emailVerification === 'required' &&
        !identity.emailVerified &&
        states.user.status === 'unknown'
      )
        throw problemError(
          'email-unverified',
          'Open the link in the e-mail that was sent to you, and sign in again. Your account is created then.',
        );
      const command = { ...body, id: identity.userId, identity: identity.uid };
      const { events, answer } = registerUser(command, rulesFor(identity, states.admins), states.user);
      const to = events.length > 0 ? roleFor({ identity, body }, states.admins) : null;
      const change = { userId: identity.userId, from: null, to };
      return {
        events: { user: events, admins: updateAdminList(change, states.admins) },
        answer,
        ...(events.length > 0 ? { reserveEmail: { person: identity.userId, email: body.email } } : {}),
      };
    },
    ...(options.beforeAnsweringRegistration ? { beforeAnswer: options.beforeAnsweringRegistration } : {}),
  });
};

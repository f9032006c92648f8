import { calls } from '#contract/calls.ts';
import type { UserType } from '#contract/users.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import { type CommandCall, openCommand } from '../calls/command-call.ts';
import { admins, adminsAfter } from './admins.ts';
import { accountRemoved, type RegistrationRules, registerUser, roleOf, rolesOf, userOf } from './decide.ts';

export type RegistrationOptions = {
  roleSignup: 'open' | 'approval';
  /** E-mails in lower case, named as first Admins; only a verified one counts. */
  adminEmails: ReadonlySet<string>;
  /** Awaited before a registration is answered: the one-machine edition saves the identities then. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

/** POST /users: whoever is signed in registers for their own e-mail, once. */
export const registration = (options: RegistrationOptions): CommandCall => {
  const rulesFor = ({ email, emailVerified }: Identity): RegistrationRules => ({
    roleSignup: options.roleSignup,
    isNamedAdmin: email !== null && emailVerified && options.adminEmails.has(email),
  });
  const roleFor = (input: { identity: Identity; body: { userType: UserType } }): UserType =>
    rolesOf(input.body.userType, rulesFor(input.identity)).userType;
  return openCommand(
    calls.registerUser,
    {
      admit: (_, caller) => {
        if (caller.status === 'removed') throw accountRemoved();
      },
      reads: (input) => ({
        user: userOf(input.identity.userId),
        // Only who becomes an Admin waits for others who do.
        admins: { ...admins, readOnly: roleFor(input) !== 'Admin' },
      }),
      actor: (input, { user }) => ({ id: input.identity.userId, role: roleOf(user) ?? roleFor(input) }),
      ...(options.beforeAnsweringRegistration ? { beforeAnswer: options.beforeAnsweringRegistration } : {}),
    },
    ({ identity, body }, states) => {
      if (identity.email === null || body.email !== identity.email)
        throw problemError(
          'forbidden',
          'You can register only for the e-mail address that you signed in with.',
        );
      const command = { ...body, id: identity.userId, identity: identity.uid };
      const { events, answer } = registerUser(command, rulesFor(identity), states.user);
      const change = {
        userId: identity.userId,
        from: null,
        to: events.length > 0 ? roleFor({ identity, body }) : null,
      };
      return { events: { user: events, admins: adminsAfter(change, states.admins) }, answer };
    },
  );
};

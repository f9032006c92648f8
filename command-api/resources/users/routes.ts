import { endpoints } from '#contract/endpoints.ts';
import { requireRecentSignIn } from '#platform/identity/recent-sign-in.ts';
import { problemError } from '#platform/problems.ts';
import { adminList } from '../../aggregates/admin-list.ts';
import { roleOf, userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { changeRole, declineRoleRequest, editProfile } from './decide.ts';
import { eraseAccount, requireErasureConfirmed } from './erase-account.ts';
import { createRegistrationHandler, type RegistrationOptions } from './registration-handler.ts';
import { updateAdminList } from './update-admin-list.ts';

type IdInPath = { params: { id: string } };
const userInPath = ({ params }: IdInPath) => ({ user: userById(params.id) });
const userInPathAndAdmins = ({ params }: IdInPath) => ({ user: userById(params.id), admins: adminList });

export const createUserHandlers = (options: RegistrationOptions): readonly CommandHandler[] => [
  createRegistrationHandler(options),
  createCommandHandler(endpoints.editOwnProfile, {
    writes: ({ identity }) => ({ user: userById(identity.userId) }),
    decide: ({ ownEmails, params, body }, { user }) => {
      if (!ownEmails.includes(params.email))
        throw problemError('forbidden', 'You can change only your own name and picture.');
      return editProfile(body, user);
    },
  }),
  createCommandHandler(endpoints.changeUserRole, {
    writes: userInPathAndAdmins,
    decide: ({ identity, params, body: { userType } }, states) => {
      if (userType === 'Admin') requireRecentSignIn(identity, Date.now());
      const { events, answer } = changeRole(userType, states.user);
      const from = roleOf(states.user);
      const change = { userId: params.id, from, to: events.length > 0 ? userType : from };
      return { events: { user: events, admins: updateAdminList(change, states.admins) }, answer };
    },
  }),
  createCommandHandler(endpoints.declineUserWish, {
    writes: userInPath,
    decide: (_, { user }) => declineRoleRequest(user),
  }),
  createCommandHandler(endpoints.removeUser, {
    writes: userInPathAndAdmins,
    decide: ({ params }, states) => eraseAccount(params.id, states),
  }),
  createCommandHandler(endpoints.removeOwnAccount, {
    writes: ({ identity }) => ({ user: userById(identity.userId), admins: adminList }),
    decide: ({ identity, ownEmails, body }, states) => {
      requireErasureConfirmed(body.email, ownEmails);
      return eraseAccount(identity.userId, states);
    },
  }),
];

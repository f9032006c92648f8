import { calls } from '#contract/calls.ts';
import { foldEvents } from '#events/log/aggregate.ts';
import { problemError } from '#platform/problems.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { type AdminsState, admins, adminsAfter } from './admins.ts';
import {
  changeRole,
  declineWish,
  editProfile,
  removeUser,
  requireMeant,
  roleOf,
  type UserState,
  userAggregate,
  userOf,
} from './decide.ts';
import { type RegistrationOptions, registration } from './registration.ts';

type InPath = { params: { id: string } };
const userInPath = (input: InPath) => ({ user: userOf(input.params.id) });
const userAndAdmins = (input: InPath) => ({ ...userInPath(input), admins });

/** What removing a person writes, whoever does it; their key goes in the same transaction. */
const removal = (userId: string, states: { user: UserState; admins: AdminsState }) => {
  const { events, answer } = removeUser(states.user);
  const to = roleOf(foldEvents(userAggregate, events, states.user));
  return {
    events: { user: events, admins: adminsAfter({ userId, from: roleOf(states.user), to }, states.admins) },
    answer,
    ...(events.length > 0 ? { destroyKeysOf: [userId] } : {}),
  };
};

export const userCommands = (options: RegistrationOptions): readonly CommandCall[] => [
  registration(options),
  permittedCommand(
    calls.editOwnProfile,
    ({ identity }) => ({ user: userOf(identity.userId) }),
    ({ identity, params, body }, { user }) => {
      if (params.email !== identity.email)
        throw problemError('forbidden', 'You can change only your own name and picture.');
      const { events, answer } = editProfile(body, user);
      return { events: { user: events }, answer };
    },
  ),
  permittedCommand(calls.changeUserRole, userAndAdmins, ({ params, body }, states) => {
    const { events, answer } = changeRole(body.userType, states.user);
    const to = roleOf(foldEvents(userAggregate, events, states.user));
    const change = { userId: params.id, from: roleOf(states.user), to };
    return { events: { user: events, admins: adminsAfter(change, states.admins) }, answer };
  }),
  permittedCommand(calls.declineUserWish, userInPath, (_, { user }) => {
    const { events, answer } = declineWish(user);
    return { events: { user: events }, answer };
  }),
  permittedCommand(calls.removeUser, userAndAdmins, ({ params }, states) => removal(params.id, states)),
  permittedCommand(
    calls.removeOwnAccount,
    ({ identity }) => ({ user: userOf(identity.userId), admins }),
    ({ identity, body }, states) => {
      requireMeant({ typed: body.email, identity, now: Date.now() });
      return removal(identity.userId, states);
    },
  ),
];

import { calls } from '#events/contract/calls.ts';
import type { UserType } from '#events/contract/users.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import { type CommandCall, openCommand, permittedCommand } from '../calls/command-call.ts';
import { type Load, write } from '../execution/decider.ts';
import { admins, appointAdmin, dismissAdmin } from './admins.ts';
import {
  accountRemoved,
  changeRole,
  declineWish,
  editProfile,
  registerUser,
  removeUser,
  type UserState,
  userOf,
} from './decide.ts';

export type UserCommandOptions = {
  roleSignup: 'open' | 'approval';
  /** E-mails in lower case, named as first Admins; only a verified one counts. */
  adminEmails: ReadonlySet<string>;
  /** Awaited before a registration is answered: the one-machine edition saves the identities then. */
  beforeAnsweringRegistration?: () => Promise<void>;
};

const roleOf = (state: UserState): UserType | null => (state.status === 'registered' ? state.userType : null);

/** What the change from one role to another means for the stream `admins`; nothing where no Admin is made or unmade. */
const adminsAfter = async (
  load: Load,
  change: { userId: string; from: UserType | null; to: UserType | null },
) => {
  if (change.from === change.to || (change.from !== 'Admin' && change.to !== 'Admin')) return [];
  const loaded = await load(admins);
  const decide = change.to === 'Admin' ? appointAdmin : dismissAdmin;
  return [write(loaded, decide(change.userId, loaded.state))];
};

const notRemoved = async (identity: Identity, load: Load) => {
  if ((await load(userOf(identity.userId))).state.status === 'removed') throw accountRemoved();
};

const isNamedAdmin = (identity: Identity, adminEmails: ReadonlySet<string>) =>
  identity.email !== null && identity.emailVerified && adminEmails.has(identity.email);

const registration = (options: UserCommandOptions): CommandCall =>
  openCommand(
    calls.registerUser,
    {
      admit: notRemoved,
      ...(options.beforeAnsweringRegistration ? { beforeAnswer: options.beforeAnsweringRegistration } : {}),
    },
    async ({ identity, body }, load) => {
      if (identity.email === null || body.email !== identity.email)
        throw problemError(
          'forbidden',
          'You can register only for the e-mail address that you signed in with.',
        );
      const user = await load(userOf(identity.userId));
      const rules = {
        roleSignup: options.roleSignup,
        isNamedAdmin: isNamedAdmin(identity, options.adminEmails),
      };
      const command = { ...body, id: identity.userId, identity: identity.uid };
      const { events, answer } = registerUser(command, rules, user.state);
      const own = write(user, events);
      const role = roleOf(own.after) ?? 'Student';
      const change = { userId: identity.userId, from: roleOf(user.state), to: role };
      return {
        actor: { id: identity.userId, role },
        writes: [own, ...(await adminsAfter(load, change))],
        answer,
      };
    },
  );

export const userCommands = (options: UserCommandOptions): readonly CommandCall[] => [
  registration(options),
  permittedCommand(calls.editOwnProfile, async ({ identity, params, body }, load) => {
    if (params.email !== identity.email)
      throw problemError('forbidden', 'You can change only your own name and picture.');
    const user = await load(userOf(identity.userId));
    const { events, answer } = editProfile(body, user.state);
    return { writes: [write(user, events)], answer };
  }),
  permittedCommand(calls.changeUserRole, async ({ params, body }, load) => {
    const user = await load(userOf(params.id));
    const { events, answer } = changeRole(body.userType, user.state);
    const own = write(user, events);
    const change = { userId: params.id, from: roleOf(user.state), to: roleOf(own.after) };
    return { writes: [own, ...(await adminsAfter(load, change))], answer };
  }),
  permittedCommand(calls.declineUserWish, async ({ params }, load) => {
    const user = await load(userOf(params.id));
    const { events, answer } = declineWish(user.state);
    return { writes: [write(user, events)], answer };
  }),
  permittedCommand(calls.removeUser, async ({ params }, load) => {
    const user = await load(userOf(params.id));
    const { events, answer } = removeUser(user.state);
    const own = write(user, events);
    const change = { userId: params.id, from: roleOf(user.state), to: roleOf(own.after) };
    return {
      writes: [own, ...(await adminsAfter(load, change))],
      answer,
      ...(events.length > 0 ? { destroyKeysOf: [params.id] } : {}),
    };
  }),
];

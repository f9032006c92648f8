import type { DeleteAnswer, InsertAnswer, UpdateAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type { UserProfile, UserRegistration, UserType } from '#contract/schemas/users.ts';
import type { UserEvent } from '#events/catalogue/streams/user.ts';
import type { UserState } from '../../aggregates/user.ts';
import { accountRemovedError } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';

type UserDecision<A> = StreamDecision<UserEvent, A>;

export type RegistrationRules = {
  /** `open`: the chosen role is granted immediately; `approval`: roles other than Student need the approval of an Admin. */
  roleSignup: 'open' | 'approval';
  /** Whether the user's verified e-mail address is one of those that the school configured for its first Admins, and `ADMIN_EMAILS` still counts. */
  isConfiguredAdmin: boolean;
};

/** Returns the role after the registration, and the role that is requested. */
export const initialRoles = (chosen: UserType, rules: RegistrationRules) => {
  if (rules.isConfiguredAdmin) return { userType: 'Admin', wishedType: null } as const;
  if (rules.roleSignup === 'open' || chosen === 'Student') return { userType: chosen, wishedType: null };
  return { userType: 'Student', wishedType: chosen } as const;
};

/** Registers a user. A registered user gets the same answer and keeps the role. @throws `account-removed`. */
export const registerUser = (
  command: UserRegistration & { id: string; identity: string },
  rules: RegistrationRules,
  state: UserState,
): UserDecision<InsertAnswer> => {
  if (state.status === 'removed') throw accountRemovedError();
  const answer = inserted(command.id);
  if (state.status === 'registered') return { events: [], answer };
  const { identity, name, email, imageUrl } = command;
  const data = { identity, name, email, imageUrl, ...initialRoles(command.userType, rules) };
  return { events: [{ type: 'UserRegistered', data }], answer };
};

/** Changes the name and the picture. Matches nothing if the user is unknown or removed. */
export const editProfile = (profile: UserProfile, state: UserState): UserDecision<UpdateAnswer> => {
  if (state.status !== 'registered') return { events: [], answer: updated(0, 0) };
  const { name, imageUrl } = profile;
  if (state.name === name && state.imageUrl === imageUrl) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'UserProfileEdited', data: { name, imageUrl } }], answer: updated(1, 1) };
};

/** Changes the role and settles a role request. Giving a user the current role again declines the request. */
export const changeRole = (to: UserType, state: UserState): UserDecision<UpdateAnswer> => {
  if (state.status !== 'registered') return { events: [], answer: updated(0, 0) };
  if (state.userType === to && state.requestedType === null) return { events: [], answer: updated(1, 0) };
  return {
    events: [{ type: 'UserRoleChanged', data: { from: state.userType, to } }],
    answer: updated(1, 1),
  };
};

/** Declines a role request; writes nothing if there is none. */
export const declineRoleRequest = (state: UserState): UserDecision<DeleteAnswer> => {
  if (state.status !== 'registered' || state.requestedType === null)
    return { events: [], answer: deleted(0) };
  return {
    events: [{ type: 'UserWishDeclined', data: { wishedType: state.requestedType } }],
    answer: deleted(1),
  };
};

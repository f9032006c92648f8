import { type UserEvent, userStream } from '#events/catalogue/user.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#contract/answers.ts';
import { recentSignInMs } from '#contract/own-account.ts';
import type { UserProfile, UserRegistration, UserType } from '#contract/users.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import type { Decided } from '../calls/decided.ts';

/** A person as decisions see them. Of a removed one nothing is left. */
export type UserState =
  | { status: 'unknown' }
  | {
      status: 'registered';
      /** Null once the person's key is gone. */
      name: string | null;
      imageUrl: string | null;
      userType: UserType;
      /** A role wished for that waits for an Admin. */
      wishedType: UserType | null;
    }
  | { status: 'removed' };

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserRegistered') {
    const { name, imageUrl, userType, wishedType } = event.data;
    return { status: 'registered', name, imageUrl, userType, wishedType };
  }
  if (state.status !== 'registered') return state;
  switch (event.type) {
    case 'UserProfileEdited':
      return { ...state, ...event.data };
    case 'UserRoleChanged':
      return { ...state, userType: event.data.to, wishedType: null };
    case 'UserWishDeclined':
      return { ...state, wishedType: null };
    case 'UserRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
};

export const userAggregate: Aggregate<UserState, UserEvent> = {
  name: 'user',
  initial: { status: 'unknown' },
  evolve,
};

export const userOf = (id: string): StreamRead<UserState, UserEvent> => ({
  stream: userStream(id),
  aggregate: userAggregate,
});

type UserDecision<A> = Decided<UserEvent, A>;

export type RegistrationRules = {
  /** `open`: the chosen role is given at once; `approval`: anything but Student waits for an Admin. */
  roleSignup: 'open' | 'approval';
  /** This person's verified e-mail is one of those that the school named as its first Admins. */
  isNamedAdmin: boolean;
};

/** The role that a registration gives, and the wish that waits. */
export const rolesOf = (chosen: UserType, rules: RegistrationRules) => {
  if (rules.isNamedAdmin) return { userType: 'Admin', wishedType: null } as const;
  if (rules.roleSignup === 'open' || chosen === 'Student') return { userType: chosen, wishedType: null };
  return { userType: 'Student', wishedType: chosen } as const;
};

export const accountRemoved = () =>
  problemError('account-removed', 'This account was removed. Ask an Admin if you think that is a mistake.');

/** Repeated by who is registered: the first id, and no role is changed. @throws `account-removed` */
export const registerUser = (
  command: UserRegistration & { id: string; identity: string },
  rules: RegistrationRules,
  state: UserState,
): UserDecision<InsertAnswer> => {
  if (state.status === 'removed') throw accountRemoved();
  const answer = inserted(command.id);
  if (state.status === 'registered') return { events: [], answer };
  const { identity, name, email, imageUrl } = command;
  const data = { identity, name, email, imageUrl, ...rolesOf(command.userType, rules) };
  return { events: [{ type: 'UserRegistered', data }], answer };
};

export const editProfile = (profile: UserProfile, state: UserState): UserDecision<UpdateAnswer> => {
  if (state.status !== 'registered') return { events: [], answer: updated(0, 0) };
  const { name, imageUrl } = profile;
  if (state.name === name && state.imageUrl === imageUrl) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'UserProfileEdited', data: { name, imageUrl } }], answer: updated(1, 1) };
};

/** The same role again settles a wish that waits (the wish is overruled); without one nothing is modified. */
export const changeRole = (to: UserType, state: UserState): UserDecision<UpdateAnswer> => {
  if (state.status !== 'registered') return { events: [], answer: updated(0, 0) };
  if (state.userType === to && state.wishedType === null) return { events: [], answer: updated(1, 0) };
  return {
    events: [{ type: 'UserRoleChanged', data: { from: state.userType, to } }],
    answer: updated(1, 1),
  };
};

export const declineWish = (state: UserState): UserDecision<DeleteAnswer> => {
  if (state.status !== 'registered' || state.wishedType === null) return { events: [], answer: deleted(0) };
  const { wishedType } = state;
  return { events: [{ type: 'UserWishDeclined', data: { wishedType } }], answer: deleted(1) };
};

export const removeUser = (state: UserState): UserDecision<DeleteAnswer> =>
  state.status === 'registered'
    ? { events: [{ type: 'UserRemoved', data: {} }], answer: deleted(1) }
    : { events: [], answer: deleted(0) };

/**
 * Before a person removes themselves: whoever finds an open page, or a stolen token, cannot.
 * @param facts.typed the e-mail that the person typed to confirm; in lower case, as the identity's.
 * @throws `invalid-input` for another e-mail than their own, `sign-in-too-old`.
 */
export const requireMeant = (facts: {
  typed: string;
  identity: Pick<Identity, 'email' | 'signedInAt'>;
  now: number;
}): void => {
  const { typed, identity, now } = facts;
  if (typed !== identity.email) {
    const message = 'This is not the e-mail address of your account.';
    throw problemError('invalid-input', message, [{ path: 'email', message }]);
  }
  if (now - identity.signedInAt > recentSignInMs)
    throw problemError('sign-in-too-old', 'You signed in a while ago. Sign in again to remove your account.');
};

export const roleOf = (state: UserState): UserType | null =>
  state.status === 'registered' ? state.userType : null;

import type { UserType } from '#contract/schemas/users.ts';
import { type UserEvent, userStream } from '#events/catalogue/streams/user.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** The state of a removed user holds nothing about them. */
export type UserState =
  | { status: 'unknown' }
  | {
      status: 'registered';
      /** Null if the user's key was destroyed; so are `email` and `imageUrl`. */
      name: string | null;
      email: string | null;
      /** When the provider issued the token that changed the e-mail; null if it never changed. */
      emailConfirmedAt: string | null;
      imageUrl: string | null;
      userType: UserType;
      /** The role that the user has requested; null without a pending request. */
      requestedType: UserType | null;
      /** Whether a change of role was recorded after the registration, even one to the current role, which declines a request. */
      hasRoleChanged: boolean;
    }
  | { status: 'removed' };

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserRegistered') {
    const { name, email, imageUrl, userType, wishedType } = event.data;
    return {
      status: 'registered',
      name,
      email,
      imageUrl,
      userType,
      emailConfirmedAt: null,
      requestedType: wishedType,
      hasRoleChanged: false,
    };
  }
  if (state.status !== 'registered') return state;
  switch (event.type) {
    case 'UserProfileEdited':
      return { ...state, ...event.data };
    case 'UserEmailChanged':
      return { ...state, email: event.data.email, emailConfirmedAt: event.data.confirmedAt };
    case 'UserRoleChanged':
      return { ...state, userType: event.data.to, requestedType: null, hasRoleChanged: true };
    case 'UserWishDeclined':
      return { ...state, requestedType: null };
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

export const userById = (id: string): StreamRead<UserState, UserEvent> => ({
  stream: userStream(id),
  aggregate: userAggregate,
});

/** Returns the role of a registered user; null for any other user. */
export const roleOf = (state: UserState): UserType | null =>
  state.status === 'registered' ? state.userType : null;

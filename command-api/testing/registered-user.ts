import type { UserType } from '#contract/schemas/users.ts';
import type { UserState } from '../aggregates/user.ts';

/** Returns the state of a registered user. @param name also part of the e-mail address and the picture's path. */
export const registeredUser = (name: string, userType: UserType) =>
  ({
    status: 'registered',
    name,
    email: `${name}@school.example`,
    imageUrl: `/${name}.svg`,
    emailConfirmedAt: null,
    userType,
    requestedType: null,
    hasRoleChanged: false,
  }) satisfies UserState;

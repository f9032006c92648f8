import { z } from 'zod';
import {
  emailAddress,
  imageAddress,
  oneLineText,
  refuseDirectionCharacters,
  shownLine,
} from '../fields/text.ts';

export const userTypes = ['Student', 'Instructor', 'Admin'] as const;
export type UserType = (typeof userTypes)[number];
export const userType = z.enum(userTypes, { error: `User type must be one of ${userTypes.join(', ')}.` });

/** Body of POST /users: a signed-in person registers with their own e-mail. */
export const userRegistration = z.object({
  name: oneLineText('Name', 200),
  imageUrl: imageAddress('Image URL'),
  email: emailAddress('Email').check(refuseDirectionCharacters('Email')),
  userType: userType.default('Student'),
});
export type UserRegistration = z.infer<typeof userRegistration>;

/** Body of PUT /users/{email}: the caller's own name and picture. */
export const userProfile = userRegistration.pick({ name: true, imageUrl: true });
export type UserProfile = z.infer<typeof userProfile>;

/** Body of PATCH /users/{id}: the new role, which grants or overrules a pending role request. */
export const userRole = z.object({ userType });

/** A user as GET /users, /users/{email}, /userType and live updates show it. */
export const user = z.object({
  _id: z.uuid(),
  name: shownLine(),
  imageUrl: z.string(),
  email: z.string(),
  userType,
  /** The role requested at registration that awaits an Admin's decision, or null. */
  wishedType: userType.nullable(),
  registeredAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;
export const userList = z.array(user);

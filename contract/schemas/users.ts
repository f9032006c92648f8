import { z } from 'zod/mini';
import { pageLimit } from '../fields/paging.ts';
import {
  emailAddress,
  imageAddress,
  oneLineText,
  refuseDirectionCharacters,
  searchText,
  shownLine,
  tolerantWholeNumber,
} from '../fields/text.ts';

export const userTypes = ['Student', 'Instructor', 'Admin'] as const;
export type UserType = (typeof userTypes)[number];
export const userType = z.enum(userTypes, { error: `User type must be one of ${userTypes.join(', ')}.` });

/** Body of POST /users: a signed-in person registers with their own e-mail. */
export const userRegistration = z.object({
  name: oneLineText('Name', 200),
  imageUrl: imageAddress('Image URL'),
  email: emailAddress('Email').check(refuseDirectionCharacters('Email')),
  userType: z._default(userType, 'Student'),
});
export type UserRegistration = z.infer<typeof userRegistration>;

/** Body of PUT /users/{email}: the caller's own name and picture. */
export const userProfile = z.pick(userRegistration, { name: true, imageUrl: true });
export type UserProfile = z.infer<typeof userProfile>;

/** Body of PATCH /users/{id}: the new role, which grants or overrules a pending role request. */
export const userRole = z.object({ userType });

/** A user as GET /users, /users/{email}, /directory, /userType and live updates show it. */
export const user = z.object({
  _id: z.uuid(),
  name: shownLine(),
  imageUrl: z.string(),
  email: z.string(),
  userType,
  /** The role requested at registration that awaits an Admin's decision, or null. */
  wishedType: z.nullable(userType),
  registeredAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;
export const userList = z.array(user);

const directorySorts = ['registered', 'name', 'email'] as const;
export type DirectorySort = (typeof directorySorts)[number];
const directoryOrders = ['ascending', 'descending'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

/** The maximum number of users in a page of the directory. */
const maxListedUsers = 100;
/** The maximum number of users in the CSV file of the directory. */
export const maxUsersInFile = 50_000;

const userTypesSentence = `The user types must be one or more of ${userTypes.join(', ')}, separated by commas.`;

/** Query of GET /directory. */
export const directoryQuery = z.object({
  /** Only users in whose name or e-mail each of these words occurs, regardless of case and accents. */
  search: searchText(),
  userTypes: z.optional(
    z.pipe(
      z.pipe(
        z.string({ error: userTypesSentence }).check(z.maxLength(100, { error: userTypesSentence })),
        z.transform((text) => text.split(',')),
      ),
      z.array(z.enum(userTypes, { error: userTypesSentence })),
    ),
  ),
  /** Only users with a pending role request. */
  hasRoleRequest: z.optional(z.literal('true', { error: 'hasRoleRequest must be true, or left out.' })),
  /** Only the user with this id. */
  id: z.optional(z.uuid({ error: 'The id must be a UUID.' }).check(z.toLowerCase())),
  sort: z._default(
    z.enum(directorySorts, { error: `The order must be one of ${directorySorts.join(', ')}.` }),
    'registered',
  ),
  order: z._default(
    z.enum(directoryOrders, { error: `The direction must be one of ${directoryOrders.join(', ')}.` }),
    'ascending',
  ),
  page: z._default(tolerantWholeNumber('Page', { min: 1, max: 1_000_000 }), 1),
  limit: z._default(pageLimit(maxListedUsers), 25),
  format: z._default(z.enum(['json', 'csv'], { error: 'The format must be json or csv.' }), 'json'),
});

/** Answer to GET /directory: one page, and the number of users in all pages. */
export const directoryPage = z.object({ total: z.int().check(z.nonnegative()), users: userList });
export type DirectoryPage = z.infer<typeof directoryPage>;

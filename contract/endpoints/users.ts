import { z } from 'zod/mini';
import { deleteAnswer, insertAnswer, updateAnswer } from '../schemas/command-results.ts';
import {
  directoryPage,
  directoryQuery,
  user,
  userList,
  userProfile,
  userRegistration,
  userRole,
} from '../schemas/users.ts';
import { type Endpoint, emailInPath, emailInQuery, endpointDefaults, idInPath } from './endpoint.ts';

/** The record of one user, with the role. It is kept apart from the other user endpoints, because the API description lists it before them. */
export const userTypeEndpoints = {
  readUserType: {
    ...endpointDefaults,
    disclosure: 'profile',
    method: 'GET',
    path: '/userType',
    group: 'users',
    summary: "A list with the user's record, including userType; empty for an unknown e-mail.",
    access: 'self',
    query: emailInQuery,
    answer: userList,
  },
} as const satisfies Record<string, Endpoint>;

/** Users: register, list, change, remove. */
export const userEndpoints = {
  listUsers: {
    ...endpointDefaults,
    disclosure: 'users',
    method: 'GET',
    path: '/users',
    group: 'users',
    summary: 'All users. GET /directory returns them in pages.',
    access: 'user.list',
    answer: userList,
  },
  readDirectory: {
    ...endpointDefaults,
    disclosure: 'users',
    method: 'GET',
    path: '/directory',
    group: 'users',
    summary:
      'A page of the users, searched by name and e-mail, filtered by role, and sorted, with the number of all users who match; or as CSV with format=csv.',
    access: 'user.list',
    query: directoryQuery,
    answer: directoryPage,
  },
  readUser: {
    ...endpointDefaults,
    disclosure: 'profile',
    method: 'GET',
    path: '/users/{email}',
    group: 'users',
    summary: 'One user, by e-mail; null for an unknown e-mail.',
    access: 'self',
    params: emailInPath,
    answer: z.nullable(user),
  },
  registerUser: {
    ...endpointDefaults,
    method: 'POST',
    path: '/users',
    group: 'users',
    summary:
      'Registers the caller with their own e-mail. If the caller is already registered, returns the insertedId of that user.',
    access: 'signed-in',
    body: userRegistration,
    answer: insertAnswer,
    problems: ['email-taken', 'email-unverified'],
  },
  editOwnProfile: {
    ...endpointDefaults,
    method: 'PUT',
    path: '/users/{email}',
    group: 'users',
    summary: 'Changes one’s own name and picture.',
    access: 'user.editOwn',
    params: emailInPath,
    body: userProfile,
    answer: updateAnswer,
  },
  changeUserRole: {
    ...endpointDefaults,
    method: 'PATCH',
    path: '/users/{id}',
    group: 'users',
    summary:
      "Changes a user's role. This grants or overrules a pending role request. The role Admin needs a sign-in within the last five minutes.",
    access: 'user.changeRole',
    params: idInPath,
    body: userRole,
    answer: updateAnswer,
    problems: ['last-admin', 'sign-in-too-old'],
  },
  declineUserWish: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/users/{id}/wish',
    group: 'users',
    summary: 'Declines a user’s role request.',
    access: 'user.changeRole',
    params: idInPath,
    answer: deleteAnswer,
  },
  removeUser: {
    ...endpointDefaults,
    needsRecentSignIn: true,
    method: 'DELETE',
    path: '/users/{id}',
    group: 'users',
    summary: 'Removes a user and destroys the key of their personal data.',
    access: 'user.remove',
    params: idInPath,
    answer: deleteAnswer,
    problems: ['last-admin'],
  },
} as const satisfies Record<string, Endpoint>;

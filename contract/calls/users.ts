import { deleteAnswer, insertAnswer, updateAnswer } from '../answers.ts';
import { user, userList, userProfile, userRegistration, userRole } from '../users.ts';
import { bare, type Call, emailInPath, emailInQuery, idInPath } from './call.ts';

/** The role of whoever has signed in. It is what the client asks first, so the API description names it before the other calls on users. */
export const userTypeCalls = {
  readUserType: {
    ...bare,
    discloses: 'profile',
    method: 'GET',
    path: '/userType',
    group: 'users',
    summary: "A list with the user's record, whose userType is read; empty for an unknown e-mail.",
    who: 'self',
    query: emailInQuery,
    answer: userList,
  },
} as const satisfies Record<string, Call>;

/** The people of the school: to register, to find, to change, to remove. */
export const userCalls = {
  listUsers: {
    ...bare,
    discloses: 'users',
    method: 'GET',
    path: '/users',
    group: 'users',
    summary: 'All users.',
    who: 'user.list',
    answer: userList,
  },
  readUser: {
    ...bare,
    discloses: 'profile',
    method: 'GET',
    path: '/users/{email}',
    group: 'users',
    summary: 'One user by e-mail; null for an unknown one.',
    who: 'self',
    params: emailInPath,
    answer: user.nullable(),
  },
  registerUser: {
    ...bare,
    method: 'POST',
    path: '/users',
    group: 'users',
    summary: 'A signed-in person registers for their own e-mail; a repetition answers the first insertedId.',
    who: 'signed-in',
    body: userRegistration,
    answer: insertAnswer,
  },
  editOwnProfile: {
    ...bare,
    method: 'PUT',
    path: '/users/{email}',
    group: 'users',
    summary: 'Changes one\u2019s own name and picture.',
    who: 'user.editOwn',
    params: emailInPath,
    body: userProfile,
    answer: updateAnswer,
  },
  changeUserRole: {
    ...bare,
    method: 'PATCH',
    path: '/users/{id}',
    group: 'users',
    summary: "Changes a person's role, and so grants or overrules a waiting wish.",
    who: 'user.changeRole',
    params: idInPath,
    body: userRole,
    answer: updateAnswer,
    problems: ['last-admin'],
  },
  declineUserWish: {
    ...bare,
    method: 'DELETE',
    path: '/users/{id}/wish',
    group: 'users',
    summary: 'Declines the role that a person wished for.',
    who: 'user.changeRole',
    params: idInPath,
    answer: deleteAnswer,
  },
  removeUser: {
    ...bare,
    method: 'DELETE',
    path: '/users/{id}',
    group: 'users',
    summary: 'Removes a person, and destroys the key of their personal data.',
    who: 'user.remove',
    params: idInPath,
    answer: deleteAnswer,
    problems: ['last-admin'],
  },
} as const satisfies Record<string, Call>;

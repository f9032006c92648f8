import { z } from 'zod';
import { deleteAnswer, insertAnswer, updateAnswer } from './answers.ts';
import { course, courseFields, courseList, courseQuery } from './courses.ts';
import type { Permission } from './policies.ts';
import type { ProblemCode } from './problem.ts';
import { emailAddress } from './text.ts';
import { user, userList, userProfile, userRegistration, userRole } from './users.ts';

/**
 * Who may make a call: everybody, whoever has a valid sign-in (registered or not), whoever is registered, the person
 * that the path names (Admins may read in their place), or who has a permission of the table of policies.
 */
export type Caller = 'anyone' | 'signed-in' | 'registered' | 'self' | Permission;

/** One call of the product: routes, API description, client and tests are made from it. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: `/courses/{id}`. */
  path: string;
  /** Where it stands in the API description. */
  group: 'courses' | 'users';
  summary: string;
  who: Caller;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodObject | null;
  answer: z.ZodType;
  /** Problems beyond those that any call may answer ({@link problemsOfEveryCall}, {@link problemsOfCommands}). */
  problems: readonly ProblemCode[];
};

export const problemsOfEveryCall = [
  'invalid-input',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const satisfies readonly ProblemCode[];
/** What a call with a body and an idempotency key may answer besides. */
export const problemsOfCommands = [
  'broken-json',
  'body-too-large',
  'not-json',
  'key-reused',
] as const satisfies readonly ProblemCode[];
/** What a call for signed-in persons may answer besides. */
export const problemsOfSignedIn = [
  'sign-in-required',
  'token-invalid',
  'forbidden',
  'registration-incomplete',
  'account-removed',
] as const satisfies readonly ProblemCode[];

const idInPath = z.object({ id: z.uuid({ error: 'The id in the path must be a UUID.' }).toLowerCase() });
const emailInPath = z.object({ email: emailAddress('The e-mail in the path') });
const bare = { params: null, query: null, body: null, problems: [] } as const;

/** Every call there is. */
export const calls = {
  listCourses: {
    ...bare,
    method: 'GET',
    path: '/courses',
    group: 'courses',
    summary:
      'The courses of the catalogue; with a search text those whose name contains it, then near misses.',
    who: 'anyone',
    query: courseQuery,
    answer: courseList,
  },
  readCourse: {
    ...bare,
    method: 'GET',
    path: '/courses/{id}',
    group: 'courses',
    summary: 'One course.',
    who: 'anyone',
    params: idInPath,
    answer: course,
    problems: ['not-found'],
  },
  addCourse: {
    ...bare,
    method: 'POST',
    path: '/courses',
    group: 'courses',
    summary: 'Adds a course to the catalogue.',
    who: 'course.add',
    body: courseFields,
    answer: insertAnswer,
  },
  editCourse: {
    ...bare,
    method: 'PUT',
    path: '/courses/{id}',
    group: 'courses',
    summary: 'Edits a course; takes it whole, and writes nothing when nothing differs.',
    who: 'course.edit',
    params: idInPath,
    body: courseFields,
    answer: updateAnswer,
  },
  removeCourse: {
    ...bare,
    method: 'DELETE',
    path: '/courses/{id}',
    group: 'courses',
    summary: 'Takes a course out of the catalogue.',
    who: 'course.remove',
    params: idInPath,
    answer: deleteAnswer,
  },
  restoreCourse: {
    ...bare,
    method: 'POST',
    path: '/courses/{id}/restoration',
    group: 'courses',
    summary: 'Brings a removed course back.',
    who: 'course.restore',
    params: idInPath,
    answer: updateAnswer,
  },
  readUserType: {
    ...bare,
    method: 'GET',
    path: '/userType',
    group: 'users',
    summary: "A list with the user's record, whose userType is read; empty for an unknown e-mail.",
    who: 'self',
    query: z.object({ email: emailAddress('Email') }),
    answer: userList,
  },
  listUsers: {
    ...bare,
    method: 'GET',
    path: '/users',
    group: 'users',
    summary: 'All users.',
    who: 'user.list',
    answer: userList,
  },
  readUser: {
    ...bare,
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

export type CallName = keyof typeof calls;
export const allCalls: readonly Call[] = Object.values(calls);

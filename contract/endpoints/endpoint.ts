import { z } from 'zod/mini';
import { emailAddress } from '../fields/text.ts';
import type { Permission } from '../policies.ts';
import type { ProblemCode } from '../problems.ts';
import type { Disclosure } from '../schemas/readings.ts';

/**
 * The users who may use an endpoint: everybody, anybody with a valid token (registered or not), registered users, the
 * user whose e-mail is in the path or the query (and Admins), or users with a permission from `policies`.
 */
export type Access = 'anyone' | 'signed-in' | 'registered' | 'self' | Permission;

/** One endpoint. Routes, API description and tests are derived from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: `/courses/{id}`. */
  path: string;
  /** The endpoint's section in the API description. */
  group: 'announcements' | 'courses' | 'history' | 'learning' | 'reviews' | 'school' | 'users';
  summary: string;
  access: Access;
  /** For public GETs: the answer depends on the signed-in user, if there is one. */
  dependsOnReader?: true;
  /** Query parameters that need a permission of their own. */
  parameterPermissions?: Readonly<Record<string, Permission>>;
  params: z.ZodMiniObject | null;
  query: z.ZodMiniObject | null;
  body: z.ZodMiniObject | null;
  /**
   * A command with this mark appends no event, so it has no idempotency key and no position. A GET with this mark reads state
   * tables, which change without a log position, so it has no entity tag.
   */
  isStateOnly?: true;
  /** The endpoint needs a sign-in within the last five minutes, because a stolen token could do lasting harm with it. */
  needsRecentSignIn?: true;
  /**
   * The category of other users' personal data that an Admin reads with this endpoint. The reading is recorded in the log
   * before the answer. The log gets at most one event per hour for the same Admin, category and user.
   */
  disclosure?: Disclosure;
  /** For GETs that are not public: all permitted users get the same answer, so one cached answer serves them all. */
  isSameForAllReaders?: true;
  /**
   * The command is executed even if the user has spent the day's budget, unless it would append no event and only store its
   * answer. The same is true of every DELETE, even without this mark.
   */
  isExemptFromBudget?: true;
  /** The answer changes with time even if nothing happens, so it is never cached. */
  changesWithTime?: true;
  /** The answer is NDJSON (`application/x-ndjson`); `answer` is the schema of one line. */
  isNdjson?: true;
  /** A missing body counts as an empty object. */
  isBodyOptional?: true;
  answer: z.ZodMiniType;
  /** Content type, if the answer is a file instead of JSON. */
  file?: 'application/zip';
  /**
   * Problems in addition to {@link commonProblems}, {@link commandProblems}, {@link signedInProblems} and those that follow from the
   * marks above.
   */
  problems: readonly ProblemCode[];
};

export const commonProblems = [
  'invalid-input',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const satisfies readonly ProblemCode[];
/** Additional problems of all endpoints except GETs. */
export const commandProblems = [
  'broken-json',
  'body-too-large',
  'not-json',
  'key-reused',
] as const satisfies readonly ProblemCode[];
/** Additional problems of endpoints that need a token. */
export const signedInProblems = [
  'sign-in-required',
  'token-invalid',
  'forbidden',
  'registration-incomplete',
  'second-factor-required',
  'account-removed',
] as const satisfies readonly ProblemCode[];

/** Defaults that an endpoint may override. */
export const endpointDefaults = { params: null, query: null, body: null, problems: [] } as const;
export const idInPath = z.object({
  id: z.uuid({ error: 'The id in the path must be a UUID.' }).check(z.toLowerCase()),
});
export const emailInPath = z.object({ email: emailAddress('The e-mail in the path') });
export const emailInQuery = z.object({ email: emailAddress('Email') });

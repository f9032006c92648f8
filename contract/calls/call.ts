import { z } from 'zod';
import type { Permission } from '../policies.ts';
import type { ProblemCode } from '../problem.ts';
import type { Disclosure } from '../readings.ts';
import { emailAddress } from '../text.ts';

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
  group: 'announcements' | 'courses' | 'history' | 'learning' | 'reviews' | 'school' | 'users';
  summary: string;
  who: Caller;
  /** For a GET that anyone may make: whoever signs in with it is known to the answer, which may be another for them. */
  knowsReader?: true;
  /** Parameters of the query that need a permission of their own: who sends one has to have it. */
  parameterNeeds?: Readonly<Record<string, Permission>>;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodObject | null;
  /**
   * What it reads or writes is state of a person, neither history nor derived from it: no event, so no key of
   * idempotency; no position, so no entity tag.
   */
  state?: true;
  /**
   * What of other people an Admin reads with it. It is recorded in the log before it is answered: of the person that is
   * asked for, or of many at once.
   */
  discloses?: Disclosure;
  /** For a GET that not everybody may make: whoever may gets the same answer, so that one serves all of them. */
  sameForAll?: true;
  /** What it answers is another with the time, though nothing happened: it is never answered from a cache. */
  timely?: true;
  /** It is answered as NDJSON (`application/x-ndjson`), a line an object: `answer` is the schema of a line. */
  lines?: true;
  /** A call without any body is as one with an empty object. */
  bodyOptional?: true;
  answer: z.ZodType;
  /** It answers a file of this type instead of JSON. */
  file?: 'application/zip';
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

/** What a call is unless it says otherwise. */
export const bare = { params: null, query: null, body: null, problems: [] } as const;
export const idInPath = z.object({
  id: z.uuid({ error: 'The id in the path must be a UUID.' }).toLowerCase(),
});
export const emailInPath = z.object({ email: emailAddress('The e-mail in the path') });
export const emailInQuery = z.object({ email: emailAddress('Email') });

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PastShown } from '#contract/configuration.ts';
import { pastInWords } from '#contract/past.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError, tokenInvalid } from '#platform/problems.ts';
import type { PastVisit, ServedPast } from './past.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

const isSame = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other));

/** Cookies know hosts and no ports: two pasts that are served side by side have each their own. */
const cookieOf = ({ schema }: ServedPast) => schema.replaceAll('_', '-');

const isVisitor = (past: ServedPast, { secret }: PastVisit, request: IncomingMessage): boolean =>
  (request.headers.cookie ?? '').split(';').some((one) => {
    const [name = '', value = ''] = one.trim().split('=');
    return name === cookieOf(past) && isSame(value, secret);
  });

/** The person as whom this browser looks at the past, once it came through {@link letIn}; null for all others. */
export const personOfPast = (past: ServedPast, request: IncomingMessage): PastVisit['person'] | null =>
  past.visit !== null && isVisitor(past, past.visit, request) ? past.visit.person : null;

/** What the client is told of the past. */
export const pastShown =
  (past: ServedPast) =>
  (request: IncomingMessage): PastShown => {
    const person = personOfPast(past, request);
    return {
      at: past.at.toISOString(),
      position: past.position,
      person: person && {
        id: person.userId,
        email: person.email,
        name: person.name,
        imageUrl: person.imageUrl,
      },
    };
  };

/** Takes the place of verified tokens: nobody signs in where nothing can be done. */
export const identityInPast =
  (past: ServedPast) =>
  async (request: IncomingMessage): Promise<Identity | null> => {
    const person = personOfPast(past, request);
    return (
      person && {
        uid: person.userId,
        userId: person.userId,
        email: person.email,
        emailVerified: true,
        exists: true,
        signedInAt: 0,
        expiresAt: Number.POSITIVE_INFINITY,
      }
    );
  };

/** No token of the present is worth anything in the past. */
export const noTokens = {
  verify: async () => {
    throw tokenInvalid();
  },
};

/** The one way in for the person: an address that whoever started this was told, and nobody else. */
export const doorPath = '/past';

/**
 * GET /past?secret=: has the browser known from now on, by a cookie that scripts do not see, and goes to the first page.
 * Pages of other origins cannot read what is answered, also where they come under a name that leads to this machine: cookies
 * are those of the name.
 */
export const letIn =
  (past: ServedPast): RequestMiddleware =>
  async (context, next) => {
    if (context.method !== 'GET' || context.path !== doorPath) return next();
    context.state.route = doorPath;
    const { secret } = context.query;
    if (past.visit === null || typeof secret !== 'string' || !isSame(secret, past.visit.secret))
      throw problemError('not-found', 'This address leads nowhere: use the one that was printed.');
    context.set('Cache-Control', 'no-store');
    context.set('Set-Cookie', `${cookieOf(past)}=${secret}; Path=/; HttpOnly; SameSite=Lax`);
    context.redirect('/');
  };

/** Whoever would change something is told that this is the past. */
export const nothingIsDone =
  ({ at }: ServedPast): RequestMiddleware =>
  async (context, next) => {
    if (context.method === 'GET' || context.method === 'HEAD') return next();
    throw problemError('past', pastInWords(at));
  };

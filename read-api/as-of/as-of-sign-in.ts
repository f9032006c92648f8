import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { asOfSentence } from '#contract/as-of-sentences.ts';
import type { PastView } from '#contract/schemas/configuration.ts';
import type { RequestMiddleware } from '#platform/http/context.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { problemError, tokenInvalidError } from '#platform/problems.ts';
import type { AsOfSignIn, AsOfView } from './as-of-view.ts';

/** The path that signs the browser in. The secret in its query is printed only for the person who started the view. */
export const asOfSignInPath = '/past';

/**
 * Handles GET /past?secret=…: signs the browser in with a cookie that scripts cannot read, and redirects to the home page.
 *
 * Pages of other origins cannot read what the user sees, even if their host name points to this machine: the browser sends the
 * cookie only to the host name for which it was set.
 */
export const handleAsOfSignIn =
  (view: AsOfView): RequestMiddleware =>
  async (context, next) => {
    if (context.method !== 'GET' || context.path !== asOfSignInPath) return next();
    context.state.route = asOfSignInPath;
    const { secret } = context.query;
    if (view.signIn === null || typeof secret !== 'string' || !isSameText(secret, view.signIn.secret))
      throw problemError('not-found', 'This address does not exist. Use the address that was printed.');
    context.set('Cache-Control', 'no-store');
    context.set('Set-Cookie', `${cookieName(view)}=${secret}; Path=/; HttpOnly; SameSite=Lax`);
    context.redirect('/');
  };

/** Rejects every request except GET and HEAD, because the past cannot be changed. */
export const rejectCommands =
  ({ at }: AsOfView): RequestMiddleware =>
  async (context, next) => {
    if (context.method === 'GET' || context.method === 'HEAD') return next();
    throw problemError('past', asOfSentence(at));
  };

/** Returns a function that identifies requests by the cookie instead of by a token. */
export const identifyInAsOfView =
  (view: AsOfView) =>
  async (request: IncomingMessage): Promise<Identity | null> => {
    const user = signedInUser(view, request);
    return (
      user && {
        uid: user.userId,
        userId: user.userId,
        email: user.email,
        emailVerified: true,
        hasAccount: true,
        hasRequiredSecondFactor: true,
        issuedAt: 0,
        // No new sign-in is ever required: the view is for the operator, who can read the whole log anyway.
        signedInAt: Number.POSITIVE_INFINITY,
        expiresAt: Number.POSITIVE_INFINITY,
      }
    );
  };

const rejectToken = async () => {
  throw tokenInvalidError();
};

/** The token verifier of a view of the past, in which no token is valid. */
export const rejectAllTokens = { verify: rejectToken, verifyAgain: rejectToken };

/** Creates a function that returns what the client's configuration says about the view. */
export const describeAsOfView =
  (view: AsOfView) =>
  (request: IncomingMessage): PastView => {
    const user = signedInUser(view, request);
    return {
      at: view.at.toISOString(),
      position: view.position,
      person: user && { id: user.userId, email: user.email, name: user.name, imageUrl: user.imageUrl },
    };
  };

const signedInUser = (view: AsOfView, request: IncomingMessage): AsOfSignIn['user'] | null =>
  view.signIn !== null && hasCookie(view, view.signIn.secret, request) ? view.signIn.user : null;

const hasCookie = (view: AsOfView, secret: string, request: IncomingMessage): boolean =>
  (request.headers.cookie ?? '').split(';').some((cookie) => {
    const [name = '', value = ''] = cookie.trim().split('=');
    return name === cookieName(view) && isSameText(value, secret);
  });

/** Browsers share cookies between the ports of a host, so the cookie of each view has its own name. */
const cookieName = ({ schema }: AsOfView) => schema.replaceAll('_', '-');

/** Compares two strings in constant time. */
const isSameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

const digest = (text: string) => createHash('sha256').update(text).digest();

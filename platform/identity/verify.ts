import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import { type App, type Credential, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import { LRUCache } from 'lru-cache';
import { problemError, tokenInvalid, tryAgainLater } from '../problems.ts';
import { userIdOf } from './ids.ts';

/** Who a verified token speaks for. `email` is in lower case; null for an identity without one. */
export type Identity = {
  uid: string;
  userId: string;
  email: string | null;
  emailVerified: boolean;
  /**
   * False when the provider no longer has the account though the token is genuine. It may have been deleted because the
   * person was removed here, and then they are told so; in every other case the token is worth nothing.
   */
  exists: boolean;
  /** When the person last proved who they are (a token that is renewed keeps it); milliseconds since 1970. */
  signedInAt: number;
  /** Milliseconds since 1970; the token says nothing after it. */
  expiresAt: number;
};

export type IdentityVerifier = {
  /**
   * @throws `token-invalid` for a token that is forged, foreign, malformed, expired, or revoked;
   * `unavailable` when the provider's keys cannot be had in time.
   */
  verify(token: string): Promise<Identity>;
  /** firebase-admin's own interface, for the reactor that deletes identities. */
  auth: Auth;
  close(): Promise<void>;
};

export type VerifierOptions = {
  projectId: string;
  emulatorHost: string | null;
  checkRevoked?: boolean;
  /** How firebase-admin reaches Google; a test's agent leads to keys of its own. */
  httpAgent?: Agent;
  credential?: Credential;
  /** How many verified tokens are remembered; 20,000 unless given (some 200 bytes each). */
  remember?: number;
  /** How long verification may take, the fetching of keys included; 5 s unless given. */
  timeoutMs?: number;
};

const longestToken = 8_000;
/** Codes of firebase-admin that say something about the token rather than about the line to Google. */
const tokenFaults = new Set([
  'auth/argument-error',
  'auth/invalid-argument',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
]);

let apps = 0;
const startApp = (options: VerifierOptions): { app: App; auth: Auth } => {
  // firebase-admin takes the emulator from the process's environment, when `auth` is made.
  const inEnvironment = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (options.emulatorHost !== null) process.env.FIREBASE_AUTH_EMULATOR_HOST = options.emulatorHost;
  else if (inEnvironment)
    throw new Error('FIREBASE_AUTH_EMULATOR_HOST is set though real Firebase was configured.');
  apps += 1;
  const app = initializeApp(
    {
      projectId: options.projectId,
      ...(options.httpAgent ? { httpAgent: options.httpAgent } : {}),
      ...(options.credential ? { credential: options.credential } : {}),
    },
    `lyceum-${apps}`,
  );
  return { app, auth: getAuth(app) };
};

const identityOf = (decoded: Omit<DecodedIdToken, 'uid'>, exists: boolean): Identity => ({
  uid: decoded.sub,
  userId: userIdOf(decoded.sub),
  email: decoded.email?.normalize('NFC').toLowerCase() ?? null,
  emailVerified: decoded.email_verified === true,
  exists,
  signedInAt: decoded.auth_time * 1_000,
  expiresAt: decoded.exp * 1_000,
});

/** The claims of a token that has just passed every check but the look-up of its account. */
const claimsOf = (token: string): DecodedIdToken =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as DecodedIdToken;

/** The account is looked up last, when signature, issuer, audience and expiry have been found in order. */
const isGone = (error: unknown) => (error as { code?: unknown }).code === 'auth/user-not-found';

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const asProblem = (error: unknown) => {
  const code = (error as { code?: unknown }).code;
  const isAboutKeys =
    error instanceof Error && /error fetching|while making request|network|ECONN/i.test(error.message);
  if (typeof code === 'string' && tokenFaults.has(code) && !isAboutKeys) return tokenInvalid();
  return tryAgainLater('unavailable', 'The sign-in cannot be checked at the moment. Try again.', 2, error);
};

/**
 * Verifies Firebase ID tokens with firebase-admin: signature (RS256, by `kid`), issuer, audience, expiry. A token
 * that was verified is remembered, by its digest, until it expires; the same token at the same moment is verified once.
 * That an account is gone is not remembered: a provider that is being restored finds it again.
 * Whether the person may still do anything is not decided here but by their `user-` stream.
 */
export const openIdentityVerifier = (options: VerifierOptions): IdentityVerifier => {
  const { app, auth } = startApp(options);
  const remembered = new LRUCache<string, Promise<Identity>>({ max: options.remember ?? 20_000 });
  const ask = async (token: string): Promise<Identity> => {
    try {
      const decoded = await within(
        auth.verifyIdToken(token, options.checkRevoked ?? false),
        options.timeoutMs ?? 5_000,
      );
      return identityOf(decoded, true);
    } catch (error) {
      if (isGone(error)) return identityOf(claimsOf(token), false);
      throw asProblem(error);
    }
  };
  const remember = (digest: string, token: string): Promise<Identity> => {
    const asked = ask(token);
    remembered.set(digest, asked);
    asked.then(
      (identity) => {
        const ttl = identity.exists ? identity.expiresAt - Date.now() : 0;
        if (ttl > 0) remembered.set(digest, asked, { ttl });
        else remembered.delete(digest);
      },
      () => remembered.delete(digest),
    );
    return asked;
  };
  return {
    auth,
    verify: (token) => {
      if (token.length > longestToken)
        return Promise.reject(problemError('token-invalid', 'The token is longer than any real one.'));
      const digest = createHash('sha256').update(token).digest('base64');
      return remembered.get(digest) ?? remember(digest, token);
    },
    close: () => deleteApp(app),
  };
};

import { createHash } from 'node:crypto';
import type { Agent } from 'node:http';
import { type App, type Credential, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { rejectAfter } from '#concurrency/reject-after.ts';
import { problemError, retryLaterError, tokenInvalidError } from '../problems.ts';
import { userIdOf } from './record-ids.ts';

/** The identity of a verified token. `email` is in lower case; null for an identity without one. */
export type Identity = {
  uid: string;
  userId: string;
  email: string | null;
  emailVerified: boolean;
  /**
   * False if the token is genuine but the provider no longer has the account. If the user was removed here, they get
   * `account-removed`; otherwise the token counts as invalid.
   */
  hasAccount: boolean;
  /** False if the operator requires a second factor from Admins, and the user has signed in without one. */
  hasRequiredSecondFactor: boolean;
  /** When the user last signed in (a renewed token keeps it), in milliseconds since 1970. */
  signedInAt: number;
  /** When the provider issued the token, in milliseconds since 1970: its claims were true then. */
  issuedAt: number;
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number;
};

export type IdentityVerifier = {
  /**
   * Verifies a token.
   * @throws `token-invalid` if it is forged, malformed, expired, revoked or from another project, or if its account is disabled;
   * `unavailable` if the provider cannot be reached or does not answer in time.
   */
  verify(token: string): Promise<Identity>;
  /** Verifies a token without the cached result, so that a revocation that the provider reports is found at once. @throws the same problems. */
  verifyAgain(token: string): Promise<Identity>;
  /** The firebase-admin client, for the reactor that deletes identities. */
  auth: Auth;
  close(): Promise<void>;
};

export type VerifierOptions = {
  projectId: string;
  emulatorHost: string | null;
  /**
   * Whether to ask the provider if the token was revoked, or its account disabled or deleted; the Auth emulator is always asked.
   * Otherwise such a token stays valid until it expires.
   */
  shouldCheckRevoked?: boolean;
  /** Whether Admins need a second factor. */
  adminSecondFactor?: 'required' | 'off';
  /** The agent with which firebase-admin connects to Google; tests redirect it. */
  httpAgent?: Agent;
  credential?: Credential;
  /** The time in milliseconds since 1970, for the age of cached tokens; the system's clock by default. */
  now?: () => number;
  /** How many verified tokens are cached; default 20,000. */
  cacheSize?: number;
  /** Timeout of a verification, including the fetching of keys; default 5 s. */
  timeoutMs?: number;
};

const maxTokenLength = 8_000;
/**
 * How long a verified token is cached. If the provider is asked about accounts, a token that is revoked in the meantime, or whose account
 * is disabled, is refused after this time.
 */
const maxCacheMs = 60_000;
/** Error codes of firebase-admin for an invalid token. It also uses some of them if the connection to Google fails. */
const invalidTokenCodes = new Set([
  'auth/argument-error',
  'auth/invalid-argument',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
]);

let appCount = 0;
const openFirebaseApp = (options: VerifierOptions): { app: App; auth: Auth } => {
  // firebase-admin reads the emulator's address from the process environment when `auth` is created.
  const emulatorInEnvironment = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  if (options.emulatorHost !== null) process.env.FIREBASE_AUTH_EMULATOR_HOST = options.emulatorHost;
  else if (emulatorInEnvironment)
    throw new Error('FIREBASE_AUTH_EMULATOR_HOST is set although real Firebase is configured. Unset it.');
  appCount += 1;
  const app = initializeApp(
    {
      projectId: options.projectId,
      ...(options.httpAgent ? { httpAgent: options.httpAgent } : {}),
      ...(options.credential ? { credential: options.credential } : {}),
    },
    `lyceum-${appCount}`,
  );
  return { app, auth: getAuth(app) };
};

const toIdentity = (
  decoded: Omit<DecodedIdToken, 'uid'>,
  hasAccount: boolean,
  { adminSecondFactor }: VerifierOptions,
): Identity => ({
  uid: decoded.sub,
  userId: userIdOf(decoded.sub),
  email: decoded.email?.normalize('NFC').toLowerCase() ?? null,
  emailVerified: decoded.email_verified === true,
  hasAccount,
  hasRequiredSecondFactor:
    adminSecondFactor !== 'required' || decoded.firebase?.sign_in_second_factor !== undefined,
  signedInAt: decoded.auth_time * 1_000,
  issuedAt: decoded.iat * 1_000,
  expiresAt: decoded.exp * 1_000,
});

/** Decodes a part of a token: 0 for the header, 1 for the claims. @throws SyntaxError if it is not JSON. */
const decodePart = (token: string, part: 0 | 1): unknown =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());

/** Decodes the claims of a token that passed every check except the account lookup. */
const decodeClaims = (token: string) => decodePart(token, 1) as DecodedIdToken;

/** The fields that firebase-admin reads before it checks the signature. Its code fails if they have other types. */
const readableHeader = z.object({ alg: z.enum(['RS256', 'none']), kid: z.string().optional() });
const readableClaims = z.object({ aud: z.string(), iss: z.string() });

/** Returns whether firebase-admin can read the token. If not, the token is forged, because no provider issues such tokens. */
const isReadable = (token: string): boolean => {
  try {
    return (
      readableHeader.safeParse(decodePart(token, 0)).success &&
      readableClaims.safeParse(decodePart(token, 1)).success
    );
  } catch {
    return false;
  }
};

/** Returns whether only the account is missing. firebase-admin looks it up after it has checked the token itself. */
const isAccountMissing = (error: unknown) => (error as { code?: unknown }).code === 'auth/user-not-found';

const toProblemError = (error: unknown) => {
  const code = (error as { code?: unknown }).code;
  // Only the beginning of the message is compared: the rest may contain claims of the token, which anybody can write.
  const isConnectionFailure =
    error instanceof Error && /^Error (fetching|while making request)/.test(error.message);
  if (typeof code === 'string' && invalidTokenCodes.has(code) && !isConnectionFailure)
    return tokenInvalidError();
  return retryLaterError('unavailable', 'The sign-in cannot be checked at the moment. Try again.', 2, error);
};

/**
 * Opens a verifier of Firebase ID tokens, based on firebase-admin: signature (RS256, by `kid`), issuer, audience, expiry.
 * Verified tokens are cached by their digest for at most a minute, and not longer than they are valid. Concurrent calls of
 * `verify` with one token share one verification. A missing account is not cached, because the provider may be restoring it at that moment.
 * Permissions are decided elsewhere, from the role that the log has for the user.
 */
export const openIdentityVerifier = (options: VerifierOptions): IdentityVerifier => {
  const { app, auth } = openFirebaseApp(options);
  const { now = Date.now, timeoutMs = 5_000 } = options;
  const cache = new LRUCache<string, { verification: Promise<Identity>; until: number }>({
    max: options.cacheSize ?? 20_000,
    // An identity contains an e-mail address, which must not stay in memory for long after the account is deleted.
    ttl: maxCacheMs,
    ttlAutopurge: true,
  });
  const verifyToken = async (token: string): Promise<Identity> => {
    if (!isReadable(token)) throw tokenInvalidError();
    try {
      const decoded = await rejectAfter(
        timeoutMs,
        auth.verifyIdToken(token, options.shouldCheckRevoked ?? false),
        `No answer within ${timeoutMs} ms.`,
      );
      return toIdentity(decoded, true, options);
    } catch (error) {
      if (isAccountMissing(error)) return toIdentity(decodeClaims(token), false, options);
      throw toProblemError(error);
    }
  };
  const verifyAndCache = (digest: string, token: string): Promise<Identity> => {
    const verification = verifyToken(token);
    const until = now() + maxCacheMs;
    // Concurrent checks of the token share the verification before it has ended.
    cache.set(digest, { verification, until });
    // A later verification may end first. Its result must stay, for example if the token was revoked in the meantime.
    const isLatest = () => cache.peek(digest)?.verification === verification;
    verification.then(
      (identity) => {
        if (!isLatest()) return;
        if (identity.hasAccount)
          cache.set(digest, { verification, until: Math.min(until, identity.expiresAt) });
        else cache.delete(digest);
      },
      () => {
        if (isLatest()) cache.delete(digest);
      },
    );
    return verification;
  };
  const digestToken = (token: string) => {
    if (token.length > maxTokenLength) throw problemError('token-invalid', 'The token is too long.');
    return createHash('sha256').update(token).digest('base64');
  };
  return {
    auth,
    verify: async (token) => {
      const digest = digestToken(token);
      const cached = cache.get(digest);
      return cached && now() < cached.until ? cached.verification : verifyAndCache(digest, token);
    },
    verifyAgain: async (token) => verifyAndCache(digestToken(token), token),
    close: () => deleteApp(app),
  };
};

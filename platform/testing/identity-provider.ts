/**
 * A fake of Google's identity service for Firebase sign-in: an HTTP server on loopback that serves public keys by `kid`, and
 * looks up and deletes accounts. An HTTPS agent redirects firebase-admin to it. Tests therefore run firebase-admin's
 * real token verification over a real socket, with different signing keys and without TLS.
 */
import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Credential } from 'firebase-admin/app';

export const testProjectId = 'lyceum-test';

export type TestTokenOptions = {
  uid?: string;
  email?: string | null;
  emailVerified?: boolean;
  /** Default: one hour from now. */
  expiresInSeconds?: number;
  issuedSecondsAgo?: number;
  /** Overrides individual claims, to forge tokens; `header` overrides header fields. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs the token with this key instead of the provider's key. */
  signWith?: KeyObject;
};

type Account = { localId: string; disabled?: boolean; validSince?: string };

export type TestIdentityProvider = AsyncDisposable & {
  /** Pass it to `openIdentityVerifier` as `httpAgent`. */
  agent: Agent;
  credential: Credential;
  /** Returns a signed ID token like Firebase's. */
  token(options?: TestTokenOptions): string;
  /** Accounts that a look-up finds, by uid. */
  accounts: Map<string, Account>;
  /** Paths of all requests, in order. */
  requests: string[];
  /** While true, no request gets an answer. */
  isUnresponsive: boolean;
  /** Holds back the answer to the next look-up of accounts. The returned function sends it, as it was when the request arrived. */
  delayNextLookup(): () => void;
  /** Replaces the signing key; the old public key is no longer served. */
  rotateKey(): void;
};

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Connects every HTTPS request to a loopback port, in plain text. */
class LoopbackAgent extends Agent {
  readonly #port: number;
  constructor(port: number) {
    super({ keepAlive: false });
    this.#port = port;
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}

const createKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

let firstKey: ReturnType<typeof createKey> | null = null;
/** The providers of a process begin with the same key, because creating a key takes a tenth of a second. */
const getFirstKey = () => {
  firstKey ??= createKey();
  return firstKey;
};

/** Starts the fake. The caller disposes of it. */
export const startIdentityProvider = async (): Promise<TestIdentityProvider> => {
  let key = getFirstKey();
  const accounts = new Map<string, Account>();
  const requests: string[] = [];
  let heldLookup: Promise<void> | null = null;
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    if (provider.isUnresponsive) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('/x509/')) {
      response.setHeader('cache-control', 'public, max-age=0');
      response.end(JSON.stringify({ [key.kid]: key.publicKey.export({ type: 'spki', format: 'pem' }) }));
      return;
    }
    // A look-up sends an array of ids, a deletion a single id.
    const { localId } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
      localId?: string | string[];
    };
    const uids = [localId ?? []].flat();
    if (request.url?.endsWith(':delete')) for (const uid of uids) accounts.delete(uid);
    const users = uids.flatMap((uid) => accounts.get(uid) ?? []);
    const held = heldLookup;
    heldLookup = null;
    await held;
    response.end(JSON.stringify(users.length === 0 ? {} : { users }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: TestIdentityProvider = {
    agent: new LoopbackAgent((server.address() as AddressInfo).port),
    credential: { getAccessToken: async () => ({ access_token: 'test', expires_in: 3_600 }) },
    accounts,
    requests,
    isUnresponsive: false,
    delayNextLookup: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldLookup = promise;
      return resolve;
    },
    rotateKey: () => {
      key = createKey();
    },
    token: (options = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const issuedAt = now - (options.issuedSecondsAgo ?? 1);
      const uid = options.uid ?? randomUUID();
      const email = options.email === undefined ? `${uid}@school.example` : options.email;
      const header = { alg: 'RS256', kid: key.kid, typ: 'JWT', ...options.header };
      const payload = {
        iss: `https://securetoken.google.com/${testProjectId}`,
        aud: testProjectId,
        auth_time: issuedAt,
        iat: issuedAt,
        exp: now + (options.expiresInSeconds ?? 3_600),
        sub: uid,
        user_id: uid,
        ...(email === null ? {} : { email, email_verified: options.emailVerified ?? false }),
        firebase: { sign_in_provider: 'password', identities: {} },
        ...options.claims,
      };
      const signed = `${encodePart(header)}.${encodePart(payload)}`;
      const signature = createSign('RSA-SHA256')
        .update(signed)
        .sign(options.signWith ?? key.privateKey);
      return `${signed}.${signature.toString('base64url')}`;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return provider;
};

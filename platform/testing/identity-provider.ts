/**
 * Google's side of Firebase sign-in with keys of the test's own: an HTTP server on loopback that serves the public keys
 * by `kid` and the look-up of accounts, and an agent that leads firebase-admin there. So tests run firebase-admin's
 * real verification over a real socket, and only the keys differ from production.
 */
import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Credential } from 'firebase-admin/app';

export const testProjectId = 'lyceum-test';

export type TokenClaims = {
  uid?: string;
  email?: string | null;
  emailVerified?: boolean;
  /** Seconds from now; an hour unless given. */
  expiresIn?: number;
  issuedAgo?: number;
  /** Overrides of single claims and header fields, for forgeries. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signs with this key instead of the provider's. */
  signWith?: KeyObject;
};

export type Account = { localId: string; disabled?: boolean; validSince?: string };

export type TestIdentityProvider = AsyncDisposable & {
  /** Give it to `openIdentityVerifier` as `httpAgent`. */
  agent: Agent;
  credential: Credential;
  /** A signed ID token as Firebase's. */
  token(claims?: TokenClaims): string;
  /** What the look-up of accounts answers, by uid. */
  accounts: Map<string, Account>;
  /** Paths that were asked for, in order. */
  requests: string[];
  /** While true every request is left without an answer. */
  silent: boolean;
  /** A new signing key; the old one is no longer served. */
  rotate(): void;
};

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An agent for https addresses that connects to the loopback port in plain text, whatever host was asked for. */
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

const makeKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

export const startIdentityProvider = async (): Promise<TestIdentityProvider> => {
  let key = makeKey();
  const accounts = new Map<string, Account>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    if (provider.silent) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('/x509/')) {
      response.setHeader('cache-control', 'public, max-age=0');
      response.end(JSON.stringify({ [key.kid]: key.publicKey.export({ type: 'spki', format: 'pem' }) }));
      return;
    }
    // Several are looked up, one is deleted.
    const { localId } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
      localId?: string | string[];
    };
    const uids = [localId ?? []].flat();
    if (request.url?.endsWith(':delete')) for (const uid of uids) accounts.delete(uid);
    const users = uids.flatMap((uid) => accounts.get(uid) ?? []);
    response.end(JSON.stringify(users.length === 0 ? {} : { users }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: TestIdentityProvider = {
    agent: new LoopbackAgent((server.address() as AddressInfo).port),
    credential: { getAccessToken: async () => ({ access_token: 'test', expires_in: 3_600 }) },
    accounts,
    requests,
    silent: false,
    rotate: () => {
      key = makeKey();
    },
    token: (options = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const issuedAt = now - (options.issuedAgo ?? 1);
      const uid = options.uid ?? randomUUID();
      const email = options.email === undefined ? `${uid}@school.example` : options.email;
      const header = { alg: 'RS256', kid: key.kid, typ: 'JWT', ...options.header };
      const payload = {
        iss: `https://securetoken.google.com/${testProjectId}`,
        aud: testProjectId,
        auth_time: issuedAt,
        iat: issuedAt,
        exp: now + (options.expiresIn ?? 3_600),
        sub: uid,
        user_id: uid,
        ...(email === null ? {} : { email, email_verified: options.emailVerified ?? false }),
        firebase: { sign_in_provider: 'password', identities: {} },
        ...options.claims,
      };
      const signed = `${part(header)}.${part(payload)}`;
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

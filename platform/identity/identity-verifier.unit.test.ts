import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  testProjectId,
} from '../testing/identity-provider.ts';
import { type IdentityVerifier, openIdentityVerifier } from './identity-verifier.ts';
import { userIdOf } from './record-ids.ts';

let provider: TestIdentityProvider;
let verifier: IdentityVerifier;
const openVerifier = (
  extra: {
    shouldCheckRevoked?: boolean;
    timeoutMs?: number;
    now?: () => number;
    adminSecondFactor?: 'required';
  } = {},
) =>
  openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
    ...extra,
  });
beforeEach(async () => {
  provider = await startIdentityProvider();
  verifier = openVerifier();
});
afterEach(async () => {
  await verifier.close();
  await provider[Symbol.asyncDispose]();
});
const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Verifies a token. @returns 'accepted', or the code of the problem. */
const outcomeOf = (token: string) =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

test('returns the identity of a signed token, with the e-mail in lower case', async () => {
  const identity = await verifier.verify(
    provider.token({ uid: 'anna', email: 'Anna@School.example', emailVerified: true }),
  );
  expect(identity).toMatchObject({
    uid: 'anna',
    userId: userIdOf('anna'),
    email: 'anna@school.example',
    emailVerified: true,
    hasAccount: true,
  });
});

test('says whether an identity has the second factor that Admins need, if one is required', async () => {
  const plain = provider.token();
  expect((await verifier.verify(plain)).hasRequiredSecondFactor).toBe(true);
  await verifier.close();
  verifier = openVerifier({ adminSecondFactor: 'required' });
  expect((await verifier.verify(plain)).hasRequiredSecondFactor).toBe(false);
  const firebase = { sign_in_provider: 'password', identities: {}, sign_in_second_factor: 'totp' };
  expect((await verifier.verify(provider.token({ claims: { firebase } }))).hasRequiredSecondFactor).toBe(
    true,
  );
});

test('keeps the time of sign-in when a token is renewed', async () => {
  const signedIn = Math.floor(Date.now() / 1_000) - 3_000;
  const token = provider.token({ issuedSecondsAgo: 5, claims: { auth_time: signedIn } });
  expect((await verifier.verify(token)).signedInAt).toBe(signedIn * 1_000);
});

test('returns a null e-mail for an identity without one', async () => {
  expect((await verifier.verify(provider.token({ email: null }))).email).toBeNull();
});

const forgeries: [string, () => string][] = [
  ['signed with a different key under the right kid', () => provider.token({ signWith: otherKey })],
  ['signed under an unknown kid', () => provider.token({ header: { kid: 'another' } })],
  ['signed without a kid', () => provider.token({ header: { kid: undefined } })],
  ['issued for a different project', () => provider.token({ claims: { aud: 'another-project' } })],
  [
    'issued by a different issuer',
    () => provider.token({ claims: { iss: 'https://evil.example/lyceum-test' } }),
  ],
  ['expired', () => provider.token({ issuedSecondsAgo: 7_200, expiresInSeconds: -10 })],
  ['without a subject', () => provider.token({ claims: { sub: undefined } })],
  ['with an empty subject', () => provider.token({ claims: { sub: '' } })],
  ['declared as HS256', () => provider.token({ header: { alg: 'HS256' } })],
  [
    'unsigned, as the emulator issues them',
    () => {
      const [, payload] = provider.token().split('.');
      return `${encodePart({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'unsigned, under the right kid',
    () => {
      const [header, payload] = provider.token().split('.');
      const { kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as { kid: string };
      return `${encodePart({ alg: 'none', kid, typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'given a different payload after signing',
    () => {
      const [header, , signature] = provider.token({ uid: 'anna' }).split('.');
      const [, payload] = provider.token({ uid: 'boss' }).split('.');
      return `${header}.${payload}.${signature}`;
    },
  ],
  ['made of three meaningless parts', () => 'a.b.c'],
  ['one word', () => 'nonsense'],
  ['made of empty objects', () => 'e30.e30.e30'],
  ['made of JSON null', () => 'bnVsbA.bnVsbA.bnVsbA'],
  ['too long', () => 'x'.repeat(8_001)],
  ['made of a header and claims that are not JSON', () => `${encodePart({ typ: 'JWT' })}.a.a`],
  [
    'made of a header and claims that are null',
    () => `${encodePart({ alg: 'RS256', typ: 'JWT' })}.${encodePart(null)}.a`,
  ],
  [
    'a legacy custom token without data',
    () => `${encodePart({ alg: 'HS256' })}.${encodePart({ aud: 'a', iss: 'a', v: 0, d: null })}.a`,
  ],
  [
    'declared with an algorithm that is not a text',
    () => provider.token({ header: { alg: { toString: 1, valueOf: 1 } } }),
  ],
  ...['network', 'ECONNREFUSED', 'Error fetching keys', 'Error while making request'].flatMap(
    (text): [string, () => string][] => [
      [`issued for the project "${text}"`, () => provider.token({ claims: { aud: text } })],
      [`issued by "${text}"`, () => provider.token({ claims: { iss: text } })],
      [`declared with the algorithm "${text}"`, () => provider.token({ header: { alg: text } })],
    ],
  ),
];
test.each(forgeries)('refuses a token that is %s', async (_, forge) => {
  await expect(verifier.verify(forge())).rejects.toMatchObject({ code: 'token-invalid' });
});

test('fetches the keys once for concurrent and repeated checks of a token', async () => {
  const token = provider.token();
  await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
  await verifier.verify(token);
  expect(provider.requests).toHaveLength(1);
});

test('drops a cached token when it expires', async () => {
  const token = provider.token({ expiresInSeconds: 2 });
  await verifier.verify(token);
  await expect.poll(() => outcomeOf(token), { interval: 200 }).toBe('token-invalid');
});

test('fetches the new key after a key rotation, and refuses tokens of the old key', async () => {
  const old = provider.token();
  await verifier.verify(provider.token());
  provider.rotateKey();
  await expect(verifier.verify(old)).rejects.toMatchObject({ code: 'token-invalid' });
  await expect(verifier.verify(provider.token())).resolves.toMatchObject({ emailVerified: false });
});

test('throws unavailable if the keys cannot be fetched, and fetches them at the next check', async () => {
  await verifier.close();
  verifier = openVerifier({ timeoutMs: 200 });
  const token = provider.token();
  provider.isUnresponsive = true;
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  provider.isUnresponsive = false;
  // On a slow machine, further checks may take longer than the short timeout.
  await expect.poll(() => outcomeOf(token)).toBe('accepted');
});

test('throws unavailable, not token-invalid, if the provider refuses the connection', async () => {
  const token = provider.token();
  await provider[Symbol.asyncDispose]();
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test('refuses revoked and disabled identities if a service account is configured', async () => {
  await verifier.close();
  verifier = openVerifier({ shouldCheckRevoked: true });
  const now = Math.floor(Date.now() / 1_000);
  provider.accounts.set('well', { localId: 'well' });
  provider.accounts.set('disabled', { localId: 'disabled', disabled: true });
  provider.accounts.set('revoked', { localId: 'revoked', validSince: String(now + 60) });
  expect(await outcomeOf(provider.token({ uid: 'well' }))).toBe('accepted');
  expect(await outcomeOf(provider.token({ uid: 'disabled' }))).toBe('token-invalid');
  expect(await outcomeOf(provider.token({ uid: 'revoked' }))).toBe('token-invalid');
});

test('refuses, within a minute, a token that is revoked while it is cached', async () => {
  await verifier.close();
  let time = Date.now();
  verifier = openVerifier({ shouldCheckRevoked: true, now: () => time });
  provider.accounts.set('anna', { localId: 'anna' });
  const token = provider.token({ uid: 'anna' });
  await verifier.verify(token);
  const requests = provider.requests.length;
  provider.accounts.set('anna', { localId: 'anna', validSince: String(Math.floor(Date.now() / 1_000) + 60) });
  time += 59_000;
  await expect(verifier.verify(token)).resolves.toMatchObject({ uid: 'anna' });
  expect(provider.requests).toHaveLength(requests);
  time += 1_000;
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'token-invalid' });
});

test('refuses a revoked token at once if a check that began before the revocation ends after the one that noticed it', async () => {
  await verifier.close();
  verifier = openVerifier({ shouldCheckRevoked: true });
  provider.accounts.set('anna', { localId: 'anna' });
  const token = provider.token({ uid: 'anna' });
  const answer = provider.delayNextLookup();
  const slow = verifier.verify(token);
  await expect.poll(() => provider.requests.filter((path) => path.endsWith(':lookup'))).toHaveLength(1);
  provider.accounts.set('anna', { localId: 'anna', validSince: String(Math.floor(Date.now() / 1_000) + 60) });
  await expect(verifier.verifyAgain(token)).rejects.toMatchObject({ code: 'token-invalid' });
  answer();
  await expect(slow).resolves.toMatchObject({ uid: 'anna' });
  expect(await outcomeOf(token)).toBe('token-invalid');
});

test('reports a missing account for a genuine token, and still refuses a forged one', async () => {
  await verifier.close();
  verifier = openVerifier({ shouldCheckRevoked: true });
  const email = 'Gone@School.example';
  expect(await verifier.verify(provider.token({ uid: 'gone', email }))).toMatchObject({
    uid: 'gone',
    userId: userIdOf('gone'),
    email: 'gone@school.example',
    hasAccount: false,
  });
  await expect(verifier.verify(provider.token({ uid: 'gone', signWith: otherKey }))).rejects.toMatchObject({
    code: 'token-invalid',
  });
});

test('does not cache a missing account, and accepts it once it exists again', async () => {
  await verifier.close();
  verifier = openVerifier({ shouldCheckRevoked: true });
  const token = provider.token({ uid: 'restored' });
  expect(await verifier.verify(token)).toMatchObject({ hasAccount: false });
  provider.accounts.set('restored', { localId: 'restored' });
  expect(await verifier.verify(token)).toMatchObject({ hasAccount: true });
});

test('refuses real Firebase while the environment names an emulator', () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:1';
  try {
    expect(() => openVerifier()).toThrow('FIREBASE_AUTH_EMULATOR_HOST is set');
  } finally {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  }
});

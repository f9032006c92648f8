import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startIdentityProvider,
  type TestIdentityProvider,
  testProjectId,
} from '../testing/identity-provider.ts';
import { userIdOf } from './ids.ts';
import { type IdentityVerifier, openIdentityVerifier } from './verify.ts';

let provider: TestIdentityProvider;
let verifier: IdentityVerifier;
const open = (extra: { checkRevoked?: boolean; timeoutMs?: number } = {}) =>
  openIdentityVerifier({
    projectId: testProjectId,
    emulatorHost: null,
    httpAgent: provider.agent,
    credential: provider.credential,
    ...extra,
  });
beforeEach(async () => {
  provider = await startIdentityProvider();
  verifier = open();
});
afterEach(async () => {
  await verifier.close();
  await provider[Symbol.asyncDispose]();
});
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

test('a token that the provider signed says who it is; the e-mail is in lower case', async () => {
  const identity = await verifier.verify(
    provider.token({ uid: 'anna', email: 'Anna@School.example', emailVerified: true }),
  );
  expect(identity).toMatchObject({
    uid: 'anna',
    userId: userIdOf('anna'),
    email: 'anna@school.example',
    emailVerified: true,
    exists: true,
  });
});

test('a renewed token still says when its person signed in', async () => {
  const signedIn = Math.floor(Date.now() / 1_000) - 3_000;
  const token = provider.token({ issuedAgo: 5, claims: { auth_time: signedIn } });
  expect((await verifier.verify(token)).signedInAt).toBe(signedIn * 1_000);
});

test('an identity without an e-mail has none', async () => {
  expect((await verifier.verify(provider.token({ email: null }))).email).toBeNull();
});

const forgeries: [string, () => string][] = [
  ['signed by a stranger under the right kid', () => provider.token({ signWith: stranger })],
  ['an unknown kid', () => provider.token({ header: { kid: 'another' } })],
  ['no kid', () => provider.token({ header: { kid: undefined } })],
  ['of another project', () => provider.token({ claims: { aud: 'another-project' } })],
  ['of another issuer', () => provider.token({ claims: { iss: 'https://evil.example/lyceum-test' } })],
  ['expired', () => provider.token({ issuedAgo: 7_200, expiresIn: -10 })],
  ['without a subject', () => provider.token({ claims: { sub: undefined } })],
  ['with an empty subject', () => provider.token({ claims: { sub: '' } })],
  ['with HS256 in its header', () => provider.token({ header: { alg: 'HS256' } })],
  [
    'unsigned, as the emulator makes them',
    () => {
      const [, payload] = provider.token().split('.');
      return `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'unsigned, under the right kid',
    () => {
      const [header, payload] = provider.token().split('.');
      const { kid } = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()) as { kid: string };
      return `${part({ alg: 'none', kid, typ: 'JWT' })}.${payload}.`;
    },
  ],
  [
    'with the payload exchanged after signing',
    () => {
      const [header, , signature] = provider.token({ uid: 'anna' }).split('.');
      const [, payload] = provider.token({ uid: 'boss' }).split('.');
      return `${header}.${payload}.${signature}`;
    },
  ],
  ['of nonsense', () => 'a.b.c'],
  ['of one word', () => 'nonsense'],
  ['of empty objects', () => 'e30.e30.e30'],
  ['of JSON null', () => 'bnVsbA.bnVsbA.bnVsbA'],
  ['longer than any real one', () => 'x'.repeat(8_001)],
];
test.each(forgeries)('a token is refused: %s', async (_, forge) => {
  await expect(verifier.verify(forge())).rejects.toMatchObject({ code: 'token-invalid' });
});

test('a verified token is remembered: the keys are asked for once, also by many at the same moment', async () => {
  const token = provider.token();
  await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token)));
  await verifier.verify(token);
  expect(provider.requests).toHaveLength(1);
});

test('a remembered token is forgotten when it expires', async () => {
  const token = provider.token({ expiresIn: 2 });
  await verifier.verify(token);
  await expect
    .poll(
      () =>
        verifier.verify(token).then(
          () => 'accepted',
          (error: { code: string }) => error.code,
        ),
      {
        timeout: 6_000,
        interval: 200,
      },
    )
    .toBe('token-invalid');
});

test('a refusal is not remembered: after a rotation of keys a token is looked at again', async () => {
  const old = provider.token();
  provider.rotate();
  await expect(verifier.verify(old)).rejects.toMatchObject({ code: 'token-invalid' });
  await expect(verifier.verify(provider.token())).resolves.toMatchObject({ emailVerified: false });
});

test('keys that cannot be had are nobody\u2019s fault: 503, and the next call asks again', async () => {
  await verifier.close();
  verifier = open({ timeoutMs: 200 });
  const token = provider.token();
  provider.silent = true;
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  provider.silent = false;
  await expect(verifier.verify(token)).resolves.toBeDefined();
});

test('a line to the provider that is refused is 503, not a broken sign-in', async () => {
  const token = provider.token();
  await provider[Symbol.asyncDispose]();
  await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unavailable' });
});

test('with a service account revoked and disabled identities are refused', async () => {
  await verifier.close();
  verifier = open({ checkRevoked: true });
  const now = Math.floor(Date.now() / 1_000);
  provider.accounts.set('well', { localId: 'well' });
  provider.accounts.set('disabled', { localId: 'disabled', disabled: true });
  provider.accounts.set('revoked', { localId: 'revoked', validSince: String(now + 60) });
  const outcome = (uid: string) =>
    verifier.verify(provider.token({ uid })).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
  expect(await outcome('well')).toBe('accepted');
  expect(await outcome('disabled')).toBe('token-invalid');
  expect(await outcome('revoked')).toBe('token-invalid');
});

test('a genuine token of an account that is gone says so; a forged one stays forged', async () => {
  await verifier.close();
  verifier = open({ checkRevoked: true });
  const email = 'Gone@School.example';
  expect(await verifier.verify(provider.token({ uid: 'gone', email }))).toMatchObject({
    uid: 'gone',
    userId: userIdOf('gone'),
    email: 'gone@school.example',
    exists: false,
  });
  await expect(verifier.verify(provider.token({ uid: 'gone', signWith: stranger }))).rejects.toMatchObject({
    code: 'token-invalid',
  });
});

test('that an account is gone is not remembered: one that is found again is well', async () => {
  await verifier.close();
  verifier = open({ checkRevoked: true });
  const token = provider.token({ uid: 'restored' });
  expect(await verifier.verify(token)).toMatchObject({ exists: false });
  provider.accounts.set('restored', { localId: 'restored' });
  expect(await verifier.verify(token)).toMatchObject({ exists: true });
});

test('with the emulator in the environment real Firebase is refused', () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:1';
  try {
    expect(() => open()).toThrow('FIREBASE_AUTH_EMULATOR_HOST is set');
  } finally {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  }
});

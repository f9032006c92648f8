import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  initializeAuth,
  inMemoryPersistence,
  reload,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateProfile,
  validatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPasswordPolicy } from '#contract/password-policy.ts';
import { toPasswordPolicy } from '#web/client/identity/firebase-password-policy.ts';
import { account, openProxiedEmulator } from './testing/open-proxied-emulator.ts';

let identity: Awaited<ReturnType<typeof openProxiedEmulator>>;

beforeAll(async () => {
  identity = await openProxiedEmulator();
});
afterAll(() => identity[Symbol.asyncDispose]());

/** Sends a GET with any headers, even with those that `fetch` does not let a caller set. */
const get = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request(url, { headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.once('error', reject);
    sent.end();
  });

test('the emulator itself refuses every request without its secret, and allows no other site to read its answers', async () => {
  await identity.call('signUp', account('hidden'));
  const [authority] = identity.emulator.address.split('/');
  for (const path of [
    '/identitytoolkit.googleapis.com/v1/projects/demo-lyceum/accounts:batchGet',
    '/emulator/v1/projects/demo-lyceum/oobCodes',
    '/',
  ]) {
    const answer = await get(`http://${authority}${path}`, {
      ...{ authorization: 'Bearer owner', origin: 'https://evil.example' },
    });
    expect([path, answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      path,
      403,
      undefined,
    ]);
    expect(answer.text).not.toContain('hidden');
  }
});

test('an emulator with a fixed secret answers only under its own names', async () => {
  await using named = await openProxiedEmulator({
    emulator: { secret: 'emulator', hosts: ['identity:9099'] },
  });
  const accounts = `http://${named.emulator.address}/identitytoolkit.googleapis.com/v1/projects/demo-lyceum/accounts:batchGet`;
  const statusFor = async (host: string) =>
    (await get(accounts, { host, authorization: 'Bearer owner' })).status;
  expect(await statusFor('identity:9099')).toBe(200);
  expect(await statusFor('172.29.240.6:9099')).toBe(403);
  expect(await statusFor('evil.example:9099')).toBe(403);
  expect((await named.call('signUp', account('named'))).status).toBe(200);
});

test.each([
  ['the token of the owner', { authorization: 'Bearer owner' }],
  ['the origin of another site', { origin: 'https://evil.example' }],
  ['the origin null', { origin: 'null' }],
  ['the origin of another program on this machine', { origin: 'http://localhost:1' }],
  ['the host name of another site', { host: 'evil.example' }],
])('refuses a request with %s', async (_, headers) => {
  const answer = await get(`${identity.url}/emulator/action?apiKey=demo&oobCode=none`, headers);
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
});

test('serves a page of the emulator with a content security policy that allows nothing, and without CORS headers', async () => {
  const page = '/emulator/action?mode=verifyEmail&apiKey=demo&oobCode=none';
  const answer = await get(identity.url + page, { origin: identity.url });
  expect(answer.text).toContain('Your request to verify your email has expired');
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

/** Creates an account. @returns the link that verifies its e-mail address. */
const createVerificationLink = async (name: string): Promise<URL> => {
  const { body } = await identity.call('signUp', account(name));
  const before = identity.links.length;
  await identity.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body?.idToken }, '10.5.5.5');
  await expect.poll(() => identity.links.length).toBe(before + 1);
  return new URL(identity.links.at(-1) ?? '');
};

test.each([
  ['an address', 'continueUrl=https://evil.example/'],
  ['a list of addresses', 'continueUrl[]=https://evil.example/'],
  ['a numbered list of addresses', 'continueUrl[0]=https://evil.example/'],
  ['two addresses', 'continueUrl=http://localhost/&continueUrl=https://evil.example/'],
])('does not redirect to another site after an action, with %s in the query', async (kind, query) => {
  const link = await createVerificationLink(`verified-${kind.replaceAll(' ', '-')}`);
  const answer = await get(`${identity.url}${link.pathname}${link.search}&${query}`, {});
  expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
});

test('does not redeem a code that is sent as a list', async () => {
  const link = await createVerificationLink('listed');
  const search = link.search.replace('oobCode=', 'oobCode[]=');
  expect((await get(`${identity.url}${link.pathname}${search}`, {})).status).toBe(400);
});

test.each([
  'accounts:signUp?key=demo&x=securetoken',
  'accounts:signUp?key=demo&x=:lookup',
  'accounts:signUp?key=demo&sendOobCode',
])('saves the account before the answer to %s', async (call) => {
  const { email, password } = account(`saved-${call.length}`);
  const answer = await fetch(
    `http://${identity.emulator.address}/identitytoolkit.googleapis.com/v1/${call}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    },
  );
  expect(await answer.json()).toMatchObject({ email });
  expect(readFileSync(identity.accountsFile, 'utf8').includes(email)).toBe(true);
});

test('refuses fields that the emulator reads under a different name, so that a wrong password counts for the right account', async () => {
  await identity.call('signUp', account('victim'));
  const other = account('decoy');
  for (const name of ['Email', '_email', 'EMAIL', 'tenantId', 'tenant_id']) {
    const body = { ...other, [name]: account('victim').email, password: 'secret7' };
    const answer = await identity.call('signInWithPassword', body, '10.4.4.4');
    expect([name, answer.status, answer.body?.error?.message]).toEqual([
      name,
      400,
      'INVALID_ARGUMENT : The body lacks a field, or has one that is not accepted here.',
    ]);
  }
});

test.each([
  'signInWithCustomToken',
  'signInWithIdp',
  'signInWithEmailLink',
  'signInWithPhoneNumber',
  'sendVerificationCode',
  'batchDelete',
])('refuses the action %s, which the client does not use', async (action) => {
  const answer = await identity.call(action, { token: '{"uid":"forged"}', returnSecureToken: true });
  expect([answer.status, answer.body?.error?.message]).toEqual([
    404,
    'NOT_FOUND : The school does not offer this.',
  ]);
});

test('refuses a GET of an action, and a POST to the page for actions', async () => {
  const lookup = await get(`${identity.url}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo`, {});
  expect([lookup.status, lookup.headers.allow]).toEqual([405, 'POST']);
  const page = await identity.send('/emulator/action?apiKey=demo&oobCode=none', { method: 'POST' });
  expect(page.status).toBe(405);
});

test.each([
  ['signUp', { ...account('extra'), tenantId: 'other' }],
  ['signUp', { ...account('extra'), localId: 'chosen' }],
  ['signUp', { returnSecureToken: true }],
  ['signUp', { email: ['extra@example.org'], password: 'secret7' }],
  ['update', { idToken: 'x', mfa: { enrollments: [] } }],
  [
    'sendOobCode',
    { requestType: 'PASSWORD_RESET', email: 'x@example.org', continueUrl: 'https://evil.example/' },
  ],
  ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'x@example.org', returnOobLink: true }],
  ['lookup', []],
])('refuses %s with %o', async (action, body) => {
  const answer = await identity.call(action, body);
  expect([answer.status, answer.body?.error?.message]).toEqual([
    400,
    'INVALID_ARGUMENT : The body lacks a field, or has one that is not accepted here.',
  ]);
});

test('accepts the calls of the client library', async () => {
  const app = initializeApp({ apiKey: 'demo-key', projectId: 'demo-lyceum' }, 'all-calls');
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, identity.url, { disableWarnings: true });
  const { email, password } = account('client');
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await updateProfile(user, { displayName: 'Client', photoURL: '/people/portrait-1.svg' });
  await user.getIdToken(true);
  await reload(user);
  expect(user.displayName).toBe('Client');
  const before = identity.links.length;
  await sendPasswordResetEmail(auth, email);
  await expect.poll(() => identity.links.length).toBe(before + 1);
  const code = new URL(identity.links.at(-1) ?? '').searchParams.get('oobCode') ?? '';
  expect(await verifyPasswordResetCode(auth, code)).toBe(email);
  await confirmPasswordReset(auth, code, 'another7');
  await deleteUser((await signInWithEmailAndPassword(auth, email, 'another7')).user);
  await deleteApp(app);
});

test('returns no password, although the emulator stores passwords readably', async () => {
  const newAccount = { ...account('readable'), password: 'Readable-7' };
  const { idToken } = (await identity.call('signUp', newAccount)).body ?? {};
  for (const [action, fields] of [
    ['lookup', { idToken }],
    ['update', { idToken, displayName: 'Reader' }],
    ['signInWithPassword', newAccount],
  ] as const) {
    const { status, body } = await identity.call(action, fields);
    const text = JSON.stringify(body);
    expect([action, status, /Readable-7|fakeHash|fakeSalt/.test(text)]).toEqual([action, 200, false]);
    expect(text).toContain(newAccount.email);
  }
});

test('enforces a password policy for new accounts and new passwords, and tells the client about it', async () => {
  const passwordPolicy = { ...defaultPasswordPolicy, minLength: 10, needs: ['uppercase', 'digit'] as const };
  await using strict = await identity.openProxy({ passwordPolicy });
  const app = initializeApp({ apiKey: 'demo-key', projectId: 'demo-lyceum' }, 'policy');
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, strict.url, { disableWarnings: true });
  expect(toPasswordPolicy((await validatePassword(auth, '')).passwordPolicy)).toEqual(passwordPolicy);

  const { email } = account('policy');
  const refusal = { code: 'auth/password-does-not-meet-requirements' };
  for (const weak of ['abc', 'Short7', 'long enough 7', 'Long enough'])
    await expect(createUserWithEmailAndPassword(auth, email, weak)).rejects.toMatchObject(refusal);
  await createUserWithEmailAndPassword(auth, email, 'Long enough 7');
  const sent = identity.links.length;
  await sendPasswordResetEmail(auth, email);
  await expect.poll(() => identity.links.length).toBe(sent + 1);
  const link = new URL(identity.links.at(-1) ?? '');
  await expect(
    confirmPasswordReset(auth, link.searchParams.get('oobCode') ?? '', 'secret7'),
  ).rejects.toMatchObject(refusal);
  // The emulator's page takes the password from its URL.
  const redeemed = await strict.send(`${link.pathname}${link.search}&newPassword=secret7`);
  expect([redeemed.status, redeemed.body?.error?.message]).toEqual([
    400,
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password must have at least 10 characters.',
  ]);
  await signInWithEmailAndPassword(auth, email, 'Long enough 7');
  await deleteApp(app);
});

test('serves the default policy of the client library while no other policy is set', async () => {
  const { body } = await identity.send('/identitytoolkit.googleapis.com/v2/passwordPolicy?key=demo');
  expect(body).toMatchObject({ enforcementState: 'OFF', customStrengthOptions: { minPasswordLength: 6 } });
});

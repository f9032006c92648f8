import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
// This Admin remains, so that the tests may remove all others.
await api.registerUser('Admin');

const typesOf = async (id: string) => (await api.reader.readStream(`user-${id}`)).map(({ type }) => type);
const eraseOwn = (
  user: { token: string; email: string },
  options: { key?: string; server?: number; email?: string } = {},
) =>
  api.call('POST', '/me/removal', {
    token: user.token,
    body: { email: options.email ?? user.email },
    ...options,
  });

test.each(['Student', 'Instructor', 'Admin'])(
  'lets users with the role %s erase only their own account',
  async (userType) => {
    const user = await api.registerUser(userType);
    const other = await api.registerUser(userType);
    const answer = await eraseOwn(user, { email: user.email.toUpperCase() });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
    expect(await typesOf(user.id)).toEqual(['UserRegistered', 'UserRemoved']);
    expect(await typesOf(other.id)).toEqual(['UserRegistered']);
    await expect
      .poll(async () => (await api.reader.readStream(`user-${user.id}`))[0]?.data)
      .toMatchObject({ name: null, email: null, imageUrl: null });
  },
);

test('answers a repetition with the first answer on every server, and other requests with account-removed', async () => {
  const user = await api.registerUser();
  const key = randomUUID();
  const first = await eraseOwn(user, { key, server: 0 });
  const again = await eraseOwn(user, { key, server: 1 });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('log-position')).toBe(first.headers.get('log-position'));
  const other = await eraseOwn(user, { server: 1 });
  expect([other.status, other.body.code]).toEqual([403, 'account-removed']);
  expect(await typesOf(user.id)).toEqual(['UserRegistered', 'UserRemoved']);
});

test('removes the account once for simultaneous requests', async () => {
  const user = await api.registerUser();
  const answers = await Promise.all([eraseOwn(user, { server: 0 }), eraseOwn(user, { server: 1 })]);
  for (const { status, body } of answers)
    expect([
      [200, undefined],
      [403, 'account-removed'],
    ]).toContainEqual([status, body.code]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await typesOf(user.id)).toEqual(['UserRegistered', 'UserRemoved']);
});

test('refuses to erase the account if the request names any other e-mail address', async () => {
  const user = await api.registerUser();
  const other = await api.registerUser();
  for (const email of [other.email, 'x', '']) {
    const { status, body } = await eraseOwn(user, { email });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid-input',
      [expect.objectContaining({ path: 'email' })],
    ]);
  }
  expect(await typesOf(user.id)).toEqual(['UserRegistered']);
  expect(await typesOf(other.id)).toEqual(['UserRegistered']);
});

test('refuses a renewed token if the sign-in is too old', async () => {
  const uid = randomUUID();
  const user = await api.registerUser('Student', { uid });
  const signedIn = Math.floor(Date.now() / 1_000) - 3_600;
  const renewed = api.identityProvider.token({ uid, email: user.email, claims: { auth_time: signedIn } });
  const refused = await eraseOwn({ ...user, token: renewed });
  expect([refused.status, refused.body.code]).toEqual([403, 'sign-in-too-old']);
  expect((await eraseOwn(user)).status).toBe(200);
});

test('refuses to erase the last Admin', async () => {
  const school = await startTestCommandApi();
  const admin = await school.registerUser('Admin');
  const answer = await school.call('POST', '/me/removal', {
    token: admin.token,
    body: { email: admin.email },
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'last-admin']);
});

test('registers a new user for the e-mail address of an erased account', async () => {
  const email = `${randomUUID()}@school.example`;
  const before = await api.registerUser('Student', { email });
  await eraseOwn(before);
  const after = await api.registerUser('Student', { email });
  expect(after.id).not.toBe(before.id);
  expect(await typesOf(after.id)).toEqual(['UserRegistered']);
});

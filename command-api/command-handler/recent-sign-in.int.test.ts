import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { recentSignInMs } from '#platform/identity/recent-sign-in.ts';
import { startTestCommandApi, statusAndCode, type TestUser } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
// This Admin remains, so that the tests may remove all others.
await api.registerUser('Admin');

const registerAdmin = async () => {
  const uid = randomUUID();
  const admin = await api.registerUser('Admin', { uid });
  const signInSeconds = Math.floor((Date.now() - recentSignInMs) / 1_000) - 1;
  /** A renewed token: the provider issues it now, but the sign-in is slightly older than `recentSignInMs`. */
  const oldToken = api.identityProvider.token({
    uid,
    email: admin.email,
    claims: { auth_time: signInSeconds },
  });
  return { ...admin, oldToken };
};

type Call = { name: string; method: string; path: (user: TestUser) => string; body?: object };

const calls: Call[] = [
  { name: 'removes a user', method: 'DELETE', path: ({ id }) => `/users/${id}` },
  {
    name: 'makes a user an Admin',
    method: 'PATCH',
    path: ({ id }) => `/users/${id}`,
    body: { userType: 'Admin' },
  },
];

test.each(calls)('$name only after a recent sign-in', async ({ method, path, body }) => {
  const admin = await registerAdmin();
  const user = await api.registerUser();
  const send = (token: string, options: { key?: string; server?: number } = {}) =>
    api.call(method, path(user), { token, ...(body ? { body } : {}), ...options });
  const before = await api.reader.head();
  const refused = await send(admin.oldToken);
  expect(statusAndCode(refused)).toEqual([403, 'sign-in-too-old']);
  expect(refused.body.detail).toMatch(/Sign in again/);
  expect(await api.reader.head()).toBe(before);

  const key = randomUUID();
  const accepted = await send(admin.token, { key });
  expect(accepted.status).toBe(200);
  const head = await api.reader.head();
  expect(head).toBeGreaterThan(before);
  // The answer was lost, and meanwhile the sign-in has become too old.
  const again = await send(admin.oldToken, { key, server: 1 });
  expect([again.status, again.body]).toEqual([200, accepted.body]);
  expect(await api.reader.head()).toBe(head);
});

test('executes a refused command with the same key after the user has signed in again', async () => {
  const admin = await registerAdmin();
  const user = await api.registerUser();
  const key = randomUUID();
  const send = (token: string) => api.call('DELETE', `/users/${user.id}`, { token, key });
  expect(statusAndCode(await send(admin.oldToken))).toEqual([403, 'sign-in-too-old']);
  expect((await send(admin.token)).body).toEqual({ acknowledged: true, deletedCount: 1 });
});

test('needs no recent sign-in to take away rights or to decline requests', async () => {
  const admin = await registerAdmin();
  const user = await api.registerUser('Admin');
  for (const userType of ['Instructor', 'Student'])
    expect(
      (await api.call('PATCH', `/users/${user.id}`, { token: admin.oldToken, body: { userType } })).status,
    ).toBe(200);
  expect((await api.call('DELETE', `/users/${user.id}/wish`, { token: admin.oldToken })).status).toBe(200);
});

test('refuses a caller without the permission, however old the sign-in is', async () => {
  const student = await api.registerUser('Student', { uid: 'student' });
  const user = await api.registerUser();
  const token = api.identityProvider.token({
    uid: 'student',
    email: student.email,
    claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 },
  });
  for (const { method, path, body } of calls)
    expect(statusAndCode(await api.call(method, path(user), { token, ...(body ? { body } : {}) }))).toEqual([
      403,
      'forbidden',
    ]);
});

test('downloads all of one’s own data only after a recent sign-in', async () => {
  const user = await registerAdmin();
  const download = (token: string) =>
    fetch(`${api.address()}/me/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ timeZone: 'Asia/Dhaka' }),
    });
  const refused = await download(user.oldToken);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    403,
    'sign-in-too-old',
  ]);
  const answer = await download(user.token);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  await answer.arrayBuffer();
});

test('the contract names the five endpoints that may refuse a sign-in that is too old', () => {
  const described = allEndpoints
    .filter(({ needsRecentSignIn, problems }) => needsRecentSignIn || problems.includes('sign-in-too-old'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(described.toSorted()).toEqual([
    'DELETE /users/{id}',
    'GET /log',
    'PATCH /users/{id}',
    'POST /me/data',
    'POST /me/removal',
  ]);
});

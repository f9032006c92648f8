import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

let api: TestCommandApi;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  // Somebody who stays, so that tests may remove all others.
  await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

const typesOf = async (id: string) => (await api.reader.readStream(`user-${id}`)).map(({ type }) => type);
const leave = (
  person: { token: string; email: string },
  options: { key?: string; server?: number; email?: string } = {},
) =>
  api.call('POST', '/me/removal', {
    token: person.token,
    body: { email: options.email ?? person.email },
    ...options,
  });

test.each(['Student', 'Instructor', 'Admin'])(
  'a %s removes themselves, and nobody else',
  async (userType) => {
    const [person, other] = [await api.person(userType), await api.person(userType)];
    const answer = await leave(person, { email: person.email.toUpperCase() });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
    expect(await typesOf(person.id)).toEqual(['UserRegistered', 'UserRemoved']);
    expect(await typesOf(other.id)).toEqual(['UserRegistered']);
    await expect
      .poll(async () => (await api.reader.readStream(`user-${person.id}`))[0]?.data)
      .toMatchObject({ name: null, email: null, imageUrl: null });
  },
);

test('a repeat with the same key gets the first answer, on any server; one without hears that the account is gone', async () => {
  const person = await api.person();
  const key = randomUUID();
  const first = await leave(person, { key, server: 0 });
  const again = await leave(person, { key, server: 1 });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('log-position')).toBe(first.headers.get('log-position'));
  const other = await leave(person, { server: 1 });
  expect([other.status, other.body.code]).toEqual([403, 'account-removed']);
  expect(await typesOf(person.id)).toEqual(['UserRegistered', 'UserRemoved']);
});

test('two tabs at once: one removal', async () => {
  const person = await api.person();
  const answers = await Promise.all([leave(person, { server: 0 }), leave(person, { server: 1 })]);
  for (const { status, body } of answers)
    expect([
      [200, undefined],
      [403, 'account-removed'],
    ]).toContainEqual([status, body.code]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await typesOf(person.id)).toEqual(['UserRegistered', 'UserRemoved']);
});

test('another e-mail than one’s own, or none, removes nobody', async () => {
  const [person, other] = [await api.person(), await api.person()];
  for (const email of [other.email, 'x', '']) {
    const { status, body } = await leave(person, { email });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid-input',
      [expect.objectContaining({ path: 'email' })],
    ]);
  }
  expect(await typesOf(person.id)).toEqual(['UserRegistered']);
  expect(await typesOf(other.id)).toEqual(['UserRegistered']);
});

test('who signed in a while ago signs in again first, though the token was just renewed', async () => {
  const uid = randomUUID();
  const person = await api.person('Student', { uid });
  const signedIn = Math.floor(Date.now() / 1_000) - 3_600;
  const renewed = api.provider.token({ uid, email: person.email, claims: { auth_time: signedIn } });
  const refused = await leave({ ...person, token: renewed });
  expect([refused.status, refused.body.code]).toEqual([403, 'sign-in-too-old']);
  expect((await leave(person)).status).toBe(200);
});

test('the last Admin cannot leave', async () => {
  await using school = await startTestCommandApi();
  const admin = await school.person('Admin');
  const answer = await school.call('POST', '/me/removal', {
    token: admin.token,
    body: { email: admin.email },
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'last-admin']);
});

test('whoever registers again with the same e-mail is somebody new', async () => {
  const email = `${randomUUID()}@school.example`;
  const before = await api.person('Student', { email });
  await leave(before);
  const after = await api.person('Student', { email });
  expect(after.id).not.toBe(before.id);
  expect(await typesOf(after.id)).toEqual(['UserRegistered']);
});

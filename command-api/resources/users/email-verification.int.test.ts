import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { startTestCommandApi, statusAndCode } from '#testing/command-api.ts';
import { registrationBody } from '../../testing/registration-body.ts';

const environment = {
  ROLE_SIGNUP: 'approval',
  ADMIN_EMAILS: 'dean@school.example, head@school.example, chair@school.example',
};
const api = await startTestCommandApi({ environment: { ...environment, EMAIL_VERIFICATION: 'required' } });
const lenient = await startTestCommandApi({ environment: { ...environment, EMAIL_VERIFICATION: 'off' } });

type Claims = { uid: string; email: string; emailVerified: boolean };
const register = (claims: Claims, targetApi = api, key?: string) =>
  targetApi.call('POST', '/users', {
    token: targetApi.identityProvider.token(claims),
    body: registrationBody(claims.email, 'Instructor'),
    ...(key ? { key } : {}),
  });
const eventsOf = async (uid: string, targetApi = api) =>
  (await targetApi.reader.readStream(`user-${userIdOf(uid)}`)).map(({ type, data }) => ({ type, data }));

test('refuses an unverified address without reserving it, and registers the same identity with a verified one', async () => {
  const uid = randomUUID();
  const email = `${uid}@school.example`;
  const key = randomUUID();
  const refused = await register({ uid, email, emailVerified: false }, api, key);
  expect(statusAndCode(refused)).toEqual([403, 'email-unverified']);
  expect(refused.body.detail).toBe(
    'Open the link in the e-mail that was sent to you, and sign in again. Your account is created then.',
  );
  expect(await eventsOf(uid)).toEqual([]);
  // The refusal does not reserve the address for the impostor.
  const owner = randomUUID();
  expect((await register({ uid: owner, email, emailVerified: true })).status).toBe(200);
  const other = `other-${email}`;
  expect((await register({ uid, email: other, emailVerified: true }, api, randomUUID())).status).toBe(200);
});

test('gives a repeated registration the first answer, even with an unverified token', async () => {
  const claims = { uid: randomUUID(), email: `${randomUUID()}@school.example` };
  const key = randomUUID();
  const first = await register({ ...claims, emailVerified: true }, api, key);
  const repeated = await register({ ...claims, emailVerified: false }, api, key);
  expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  expect((await register({ ...claims, emailVerified: false })).body).toEqual(first.body);
});

test('refuses an impostor with the unverified address of a configured Admin, and registers the owner as an Admin', async () => {
  const email = 'dean@school.example';
  expect(statusAndCode(await register({ uid: 'impostor', email, emailVerified: false }))).toEqual([
    403,
    'email-unverified',
  ]);
  expect((await register({ uid: 'dean', email, emailVerified: true })).status).toBe(200);
  expect(await eventsOf('dean')).toMatchObject([
    { type: 'UserRegistered', data: { userType: 'Admin', wishedType: null } },
  ]);
});

test('does not change the address of an account to an unverified one', async () => {
  const uid = randomUUID();
  await register({ uid, email: `${uid}@school.example`, emailVerified: true });
  await register({ uid, email: `new-${uid}@school.example`, emailVerified: false });
  expect(await eventsOf(uid)).toHaveLength(1);
  await register({ uid, email: `new-${uid}@school.example`, emailVerified: true });
  expect((await eventsOf(uid)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserEmailChanged']);
});

test('promotes a user with the address of a configured Admin at their first command after verifying it', async () => {
  const claims = { uid: 'head', email: 'head@school.example' };
  expect((await register({ ...claims, emailVerified: false }, lenient)).status).toBe(200);
  const removeNobody = (emailVerified: boolean) =>
    lenient.call('DELETE', `/users/${randomUUID()}`, {
      token: lenient.identityProvider.token({ ...claims, emailVerified }),
    });
  expect(statusAndCode(await removeNobody(false))).toEqual([403, 'forbidden']);
  expect((await removeNobody(true)).status).toBe(200);
  expect((await eventsOf('head', lenient)).at(-1)).toEqual({
    type: 'UserRoleChanged',
    data: { from: 'Student', to: 'Admin' },
  });
  const admins = await lenient.reader.readStream('admins');
  expect(admins.map(({ type, data }) => [type, data])).toEqual([
    ['AdminAppointed', { userId: userIdOf('head') }],
  ]);
});

test('does not promote a configured Admin whose role an Admin has changed', async () => {
  const head = { uid: 'head', email: 'head@school.example', emailVerified: true };
  await register(head, lenient);
  const chair = { uid: 'chair', email: 'chair@school.example' };
  await register({ ...chair, emailVerified: false }, lenient);
  const changed = await lenient.call('PATCH', `/users/${userIdOf('chair')}`, {
    token: lenient.identityProvider.token(head),
    body: { userType: 'Instructor' },
  });
  expect(changed.status).toBe(200);
  await register({ ...chair, emailVerified: true }, lenient);
  expect((await eventsOf('chair', lenient)).at(-1)).toEqual({
    type: 'UserRoleChanged',
    data: { from: 'Student', to: 'Instructor' },
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';
import { registration } from '../testing/registration.ts';

let api: TestCommandApi;
let saved = 0;
beforeAll(async () => {
  api = await startTestCommandApi({
    servers: 2,
    environment: { ADMIN_EMAILS: 'Head@School.example' },
    beforeAnsweringRegistration: async () => {
      saved += 1;
    },
  });
  // Somebody who stays, so that tests may remove and demote all others.
  await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

const eventsOf = (id: string) => api.reader.readStream(`user-${id}`);
const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

test('answers an id that follows from the identity; the event holds who and as what', async () => {
  const { token, email, id } = await api.person('Instructor');
  const [event] = await eventsOf(id);
  expect(event).toMatchObject({
    type: 'UserRegistered',
    data: { name: 'Anna Test', email, userType: 'Instructor', wishedType: null },
    metadata: { actor: { id, role: 'Instructor' } },
  });
  const again = await api.call('POST', '/users', { token, body: registration(email, 'Admin') });
  expect([again.status, again.body.insertedId]).toEqual([200, id]);
  expect(await typesOf(id)).toEqual(['UserRegistered']);
});

test('twenty at once on two servers: one event, one id', async () => {
  const email = 'many@school.example';
  const token = api.provider.token({ uid: 'many', email });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      api.call('POST', '/users', { token, body: registration(email, 'Admin'), server: i % 2 }),
    ),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.insertedId}`)).size).toBe(1);
  const id = String(answers[0]?.body.insertedId);
  expect(await typesOf(id)).toEqual(['UserRegistered']);
  const appointments = (await api.reader.readStream('admins')).filter(
    (event) => event.type === 'AdminAppointed' && event.data.userId === id,
  );
  expect(appointments).toHaveLength(1);
});

test('e-mails are compared in lower case; another person\u2019s is refused', async () => {
  const token = api.provider.token({ uid: 'Case', email: 'Case@School.example' });
  const own = await api.call('POST', '/users', { token, body: registration('CASE@school.EXAMPLE') });
  expect(own.status).toBe(200);
  expect((await eventsOf(String(own.body.insertedId)))[0]?.data).toMatchObject({
    email: 'case@school.example',
    userType: 'Student',
  });
  const other = await api.call('POST', '/users', {
    token: api.provider.token({ uid: 'thief', email: 'thief@school.example' }),
    body: registration('case@school.example'),
  });
  expect([other.status, other.body.code]).toEqual([403, 'forbidden']);
});

test('an identity without an e-mail cannot register', async () => {
  const token = api.provider.token({ uid: 'nomail', email: null });
  const answer = await api.call('POST', '/users', { token, body: registration('x@school.example') });
  expect(answer.status).toBe(403);
});

test('identities are saved before the answer', async () => {
  const before = saved;
  await api.person();
  expect(saved).toBe(before + 1);
});

test('a first Admin by e-mail, but only by a verified one', async () => {
  const register = async (uid: string, emailVerified: boolean) => {
    const email = 'head@school.example';
    const token = api.provider.token({ uid, email: 'Head@school.example', emailVerified });
    const answer = await api.call('POST', '/users', { token, body: registration(email) });
    return (await eventsOf(String(answer.body.insertedId)))[0]?.data;
  };
  expect(await register('impostor', false)).toMatchObject({ userType: 'Student' });
  expect(await register('head', true)).toMatchObject({ userType: 'Admin' });
});

test('without a record every other command is 403 registration-incomplete', async () => {
  const token = api.provider.token();
  const answer = await api.call('DELETE', `/users/${randomUUID()}`, { token });
  expect([answer.status, answer.body.code]).toEqual([403, 'registration-incomplete']);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { startTestCommandApi } from '#testing/command-api.ts';
import { registrationBody } from '../../testing/registration-body.ts';

let callCount = 0;
const api = await startTestCommandApi({
  servers: 2,
  environment: { ADMIN_EMAILS: 'Head@School.example, dean@school.example' },
  beforeAnsweringRegistration: async () => {
    callCount += 1;
  },
});

const eventsOf = (id: string) => api.reader.readStream(`user-${id}`);
const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

test('derives the user id from the identity, and keeps the first role', async () => {
  const uid = randomUUID();
  const { token, email, id } = await api.registerUser('Instructor', { uid });
  expect(id).toBe(userIdOf(uid));
  const [event] = await eventsOf(id);
  expect(event).toMatchObject({
    type: 'UserRegistered',
    data: { name: 'Anna Test', email, userType: 'Instructor', wishedType: null },
    metadata: { actor: { id, role: 'Instructor' } },
  });
  const again = await api.call('POST', '/users', { token, body: registrationBody(email, 'Admin') });
  expect([again.status, again.body.insertedId]).toEqual([200, id]);
  expect(await typesOf(id)).toEqual(['UserRegistered']);
});

test('registers a user once for simultaneous requests on two servers', async () => {
  const email = 'many@school.example';
  const token = api.identityProvider.token({ uid: 'many', email });
  /** Sends the request again while the answer is 503, as clients do. On a busy machine, conflicts can use up the time limit. */
  const register = async (server: number) => {
    for (;;) {
      const answer = await api.call('POST', '/users', {
        token,
        body: registrationBody(email, 'Admin'),
        server,
      });
      if (answer.status !== 503) return `${answer.status} ${answer.body.insertedId}`;
    }
  };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register(i % 2)));
  const id = `${answers[0]}`.split(' ')[1] ?? '';
  expect([...new Set(answers)]).toEqual([`200 ${id}`]);
  expect(await typesOf(id)).toEqual(['UserRegistered']);
  const appointments = (await api.reader.readStream('admins')).filter(
    (event) => event.type === 'AdminAppointed' && event.data.userId === id,
  );
  expect(appointments).toHaveLength(1);
});

test('ignores the case of an e-mail address, and refuses another person’s address', async () => {
  const token = api.identityProvider.token({ uid: 'Case', email: 'Case@School.example' });
  const own = await api.call('POST', '/users', { token, body: registrationBody('CASE@school.EXAMPLE') });
  expect(own.status).toBe(200);
  expect((await eventsOf(String(own.body.insertedId)))[0]?.data).toMatchObject({
    email: 'case@school.example',
    userType: 'Student',
  });
  const other = await api.call('POST', '/users', {
    token: api.identityProvider.token({ uid: 'thief', email: 'thief@school.example' }),
    body: registrationBody('case@school.example'),
  });
  expect([other.status, other.body.code]).toEqual([403, 'forbidden']);
});

test('refuses an identity without an e-mail address', async () => {
  const token = api.identityProvider.token({ uid: 'nomail', email: null });
  const answer = await api.call('POST', '/users', { token, body: registrationBody('x@school.example') });
  expect(answer.status).toBe(403);
});

test.each([
  ['blank', '\u200B\u3164'],
  ['reversed', '\u202Eeniuneg'],
])('refuses a %s name', async (_, name) => {
  const email = 'names@school.example';
  const answer = await api.call('POST', '/users', {
    token: api.identityProvider.token({ uid: 'names', email }),
    body: { ...registrationBody(email), name },
  });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
});

test('calls beforeAnsweringRegistration once for a registration', async () => {
  const before = callCount;
  await api.registerUser();
  expect(callCount).toBe(before + 1);
});

test('makes a configured user an Admin only if the e-mail address is verified', async () => {
  const register = async (name: string, emailVerified: boolean) => {
    const email = `${name.toLowerCase()}@school.example`;
    const token = api.identityProvider.token({ email: `${name}@school.example`, emailVerified });
    const answer = await api.call('POST', '/users', { token, body: registrationBody(email) });
    return (await eventsOf(String(answer.body.insertedId)))[0]?.data;
  };
  expect(await register('Head', false)).toMatchObject({ userType: 'Student' });
  expect(await register('Dean', true)).toMatchObject({ userType: 'Admin' });
});

test('refuses other commands before the registration', async () => {
  const token = api.identityProvider.token();
  const answer = await api.call('DELETE', `/users/${randomUUID()}`, { token });
  expect([answer.status, answer.body.code]).toEqual([403, 'registration-incomplete']);
});

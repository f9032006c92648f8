import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';
import { registration } from '../testing/registration.ts';

let api: TestCommandApi;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  // Somebody who stays, so that tests may remove and demote all others.
  await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

const eventsOf = (id: string) => api.reader.readStream(`user-${id}`);

test('name and picture are changed, once', async () => {
  const { token, email, id } = await api.person();
  const body = { name: 'Anna Neu', imageUrl: 'https://school.example/neu.png', userType: 'Admin' };
  const path = `/users/${encodeURIComponent(email.toUpperCase())}`;
  const first = await api.call('PUT', path, { token, body });
  expect(first.body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await api.call('PUT', path, { token, body })).body.modifiedCount).toBe(0);
  const events = await eventsOf(id);
  expect(events).toHaveLength(2);
  expect(events[1]?.data).toEqual({ name: 'Anna Neu', imageUrl: 'https://school.example/neu.png' });
});

test('of another is refused, to Admins too', async () => {
  const { email } = await api.person();
  const admin = await api.person('Admin');
  const answer = await api.call('PUT', `/users/${email}`, {
    token: admin.token,
    body: { name: 'X', imageUrl: '/x' },
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

test.each([
  ['plus+and space@school.example', encodeURIComponent('plus+tag@school.example'), 'plus+tag@school.example'],
  ['a slash in it', encodeURIComponent('a/b@school.example'), 'a/b@school.example'],
  ['left as it is', 'plain@school.example', 'plain@school.example'],
])('an e-mail in the path, encoded: %s', async (_, path, email) => {
  const token = api.provider.token({ uid: email, email });
  const registered = await api.call('POST', '/users', { token, body: registration(email) });
  expect(registered.status).toBe(200);
  const answer = await api.call('PUT', `/users/${path}`, { token, body: { name: 'Neu', imageUrl: '/n' } });
  expect([answer.status, answer.body.modifiedCount]).toEqual([200, 1]);
});

test.each(['%E0%A4%A', 'nobody', '%00@school.example', 'a%0d%0ab@school.example', '..%2f..%2fetc'])(
  'a path that holds no e-mail is 400: %s',
  async (path) => {
    const { token } = await api.person();
    const answer = await api.call('PUT', `/users/${path}`, {
      token,
      body: { name: 'Neu', imageUrl: '/n' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  },
);

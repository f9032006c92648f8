import { expect, test } from 'vitest';
import { startTestCommandApi } from '#testing/command-api.ts';
import { registrationBody } from '../../testing/registration-body.ts';

const api = await startTestCommandApi({ servers: 2 });

const eventsOf = (id: string) => api.reader.readStream(`user-${id}`);

test('changes name and picture once', async () => {
  const { token, email, id } = await api.registerUser();
  const body = { name: 'Anna Neu', imageUrl: 'https://school.example/neu.png', userType: 'Admin' };
  const path = `/users/${encodeURIComponent(email.toUpperCase())}`;
  const first = await api.call('PUT', path, { token, body });
  expect(first.body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await api.call('PUT', path, { token, body })).body.modifiedCount).toBe(0);
  const events = await eventsOf(id);
  expect(events).toHaveLength(2);
  expect(events[1]?.data).toEqual({ name: 'Anna Neu', imageUrl: 'https://school.example/neu.png' });
});

test('refuses another user’s profile, even for Admins', async () => {
  const { email } = await api.registerUser();
  const admin = await api.registerUser('Admin');
  const answer = await api.call('PUT', `/users/${email}`, {
    token: admin.token,
    body: { name: 'X', imageUrl: '/x' },
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

test.each([
  ['with an encoded plus', encodeURIComponent('plus+tag@school.example'), 'plus+tag@school.example'],
  ['with an encoded slash', encodeURIComponent('a/b@school.example'), 'a/b@school.example'],
  ['without encoding', 'plain@school.example', 'plain@school.example'],
])('accepts an e-mail address in the path: %s', async (_, path, email) => {
  const token = api.identityProvider.token({ uid: email, email });
  const registered = await api.call('POST', '/users', { token, body: registrationBody(email) });
  expect(registered.status).toBe(200);
  const answer = await api.call('PUT', `/users/${path}`, { token, body: { name: 'Neu', imageUrl: '/n' } });
  expect([answer.status, answer.body.modifiedCount]).toEqual([200, 1]);
});

test.each(['%E0%A4%A', 'nobody', '%00@school.example', 'a%0d%0ab@school.example', '..%2f..%2fetc'])(
  'refuses a path without an e-mail address: %s',
  async (path) => {
    const { token } = await api.registerUser();
    const answer = await api.call('PUT', `/users/${path}`, {
      token,
      body: { name: 'Neu', imageUrl: '/n' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  },
);

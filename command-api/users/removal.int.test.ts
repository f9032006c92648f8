import { randomUUID } from 'node:crypto';
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
const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

test('destroys the key with the event; the token is worth nothing on any server; registering again is refused', async () => {
  const admin = await api.person('Admin');
  const person = await api.person('Admin');
  const act = (server: number) =>
    api.call('DELETE', `/users/${randomUUID()}/wish`, { token: person.token, server });
  expect([(await act(0)).status, (await act(1)).status]).toEqual([200, 200]);
  const removal = await api.call('DELETE', `/users/${person.id}`, { token: admin.token, server: 0 });
  expect(removal.body).toEqual({ acknowledged: true, deletedCount: 1 });
  for (const server of [0, 1])
    expect(await act(server)).toMatchObject({ status: 403, body: { code: 'account-removed' } });
  for (const server of [0, 1]) {
    const again = await api.call('POST', '/users', {
      token: person.token,
      body: registration(person.email),
      server,
    });
    expect([again.status, again.body.code]).toEqual([403, 'account-removed']);
  }
  await expect
    .poll(async () => (await eventsOf(person.id))[0]?.data)
    .toMatchObject({ name: null, email: null, imageUrl: null });
  expect(await typesOf(person.id)).toEqual(['UserRegistered', 'UserRemoved']);
  const admins = await api.reader.readStream('admins');
  expect(admins.at(-1)).toMatchObject({ type: 'AdminDismissed', data: { userId: person.id } });
  const again = await api.call('DELETE', `/users/${person.id}`, { token: admin.token, server: 1 });
  expect([again.status, again.body.deletedCount]).toEqual([200, 0]);
});

test('with accounts looked up: a removed person is told so by a fresh token too; a lost account is no sign-in', async () => {
  await using school = await startTestCommandApi({ checkRevoked: true });
  for (const uid of ['admin', 'removed', 'lost']) school.provider.accounts.set(uid, { localId: uid });
  const admin = await school.person('Admin', { uid: 'admin' });
  const removed = await school.person('Student', { uid: 'removed' });
  await school.person('Admin', { uid: 'lost' });
  await school.call('DELETE', `/users/${removed.id}`, { token: admin.token });
  for (const uid of ['removed', 'lost']) school.provider.accounts.delete(uid);
  const act = (uid: string) =>
    school.call('DELETE', `/users/${randomUUID()}`, {
      token: school.provider.token({ uid, issuedAgo: 2 }),
    });
  expect(await act('removed')).toMatchObject({ status: 403, body: { code: 'account-removed' } });
  expect(await act('lost')).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
});

test('a profile edited on one server while its person is removed on another: both are told the truth', async () => {
  const admin = await api.person('Admin');
  for (let round = 0; round < 10; round += 1) {
    const person = await api.person();
    const [edit, removal] = await Promise.all([
      api.call('PUT', `/users/${person.email}`, {
        token: person.token,
        body: { name: 'Neu', imageUrl: '/n' },
        server: 1,
      }),
      api.call('DELETE', `/users/${person.id}`, { token: admin.token, server: 0 }),
    ]);
    expect([removal.status, removal.body.deletedCount]).toEqual([200, 1]);
    const types = await typesOf(person.id);
    if (edit.status === 200) expect(types).toEqual(['UserRegistered', 'UserProfileEdited', 'UserRemoved']);
    else {
      expect([edit.status, edit.body.code]).toEqual([403, 'account-removed']);
      expect(types).toEqual(['UserRegistered', 'UserRemoved']);
    }
  }
});

test('a student removes nobody, and an unknown one is 0', async () => {
  const [student, admin] = [await api.person(), await api.person('Admin')];
  expect((await api.call('DELETE', `/users/${admin.id}`, { token: student.token })).status).toBe(403);
  const none = await api.call('DELETE', `/users/${randomUUID()}`, { token: admin.token });
  expect([none.status, none.body.deletedCount]).toEqual([200, 0]);
});

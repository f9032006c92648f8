import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestCommandApi, statusAndCode } from '#testing/command-api.ts';
import { registrationBody } from '../../testing/registration-body.ts';

const api = await startTestCommandApi({ servers: 2 });
// This Admin remains, so that the tests may remove and demote all others.
await api.registerUser('Admin');

const eventsOf = (id: string) => api.reader.readStream(`user-${id}`);
const typesOf = async (id: string) => (await eventsOf(id)).map((event) => event.type);

test('destroys the key of a removed user, and refuses their token and a new registration on every server', async () => {
  const admin = await api.registerUser('Admin');
  const user = await api.registerUser('Admin');
  const act = (server: number) =>
    api.call('DELETE', `/users/${randomUUID()}/wish`, { token: user.token, server });
  expect([(await act(0)).status, (await act(1)).status]).toEqual([200, 200]);
  const removal = await api.call('DELETE', `/users/${user.id}`, { token: admin.token, server: 0 });
  expect(removal.body).toEqual({ acknowledged: true, deletedCount: 1 });
  for (const server of [0, 1])
    expect(await act(server)).toMatchObject({ status: 403, body: { code: 'account-removed' } });
  for (const server of [0, 1]) {
    const again = await api.call('POST', '/users', {
      token: user.token,
      body: registrationBody(user.email),
      server,
    });
    expect([again.status, again.body.code]).toEqual([403, 'account-removed']);
  }
  await expect
    .poll(async () => (await eventsOf(user.id))[0]?.data)
    .toMatchObject({ name: null, email: null, imageUrl: null });
  expect(await typesOf(user.id)).toEqual(['UserRegistered', 'UserRemoved']);
  const admins = await api.reader.readStream('admins');
  expect(admins.at(-1)).toMatchObject({ type: 'AdminDismissed', data: { userId: user.id } });
  const again = await api.call('DELETE', `/users/${user.id}`, { token: admin.token, server: 1 });
  expect([again.status, again.body.deletedCount]).toEqual([200, 0]);
});

test('distinguishes removed users from missing accounts if tokens are checked for revocation', async () => {
  const school = await startTestCommandApi({ shouldCheckRevoked: true });
  for (const uid of ['admin', 'removed', 'lost']) school.identityProvider.accounts.set(uid, { localId: uid });
  const admin = await school.registerUser('Admin', { uid: 'admin' });
  const removed = await school.registerUser('Student', { uid: 'removed' });
  await school.registerUser('Admin', { uid: 'lost' });
  await school.call('DELETE', `/users/${removed.id}`, { token: admin.token });
  for (const uid of ['removed', 'lost']) school.identityProvider.accounts.delete(uid);
  const act = (uid: string) =>
    school.call('DELETE', `/users/${randomUUID()}`, {
      token: school.identityProvider.token({ uid, issuedSecondsAgo: 2 }),
    });
  expect(await act('removed')).toMatchObject({ status: 403, body: { code: 'account-removed' } });
  expect(await act('lost')).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
});

test('applies a profile edit before a simultaneous removal on another server, or refuses it', async () => {
  const admin = await api.registerUser('Admin');
  for (let round = 0; round < 10; round += 1) {
    const user = await api.registerUser();
    const [edit, removal] = await Promise.all([
      api.call('PUT', `/users/${user.email}`, {
        token: user.token,
        body: { name: 'Neu', imageUrl: '/n' },
        server: 1,
      }),
      api.call('DELETE', `/users/${user.id}`, { token: admin.token, server: 0 }),
    ]);
    expect([removal.status, removal.body.deletedCount]).toEqual([200, 1]);
    const types = await typesOf(user.id);
    if (edit.status === 200) expect(types).toEqual(['UserRegistered', 'UserProfileEdited', 'UserRemoved']);
    else {
      expect([edit.status, edit.body.code]).toEqual([403, 'account-removed']);
      expect(types).toEqual(['UserRegistered', 'UserRemoved']);
    }
  }
});

test('refuses students, and removes nothing if the user is unknown', async () => {
  const student = await api.registerUser();
  const admin = await api.registerUser('Admin');
  expect((await api.call('DELETE', `/users/${admin.id}`, { token: student.token })).status).toBe(403);
  const none = await api.call('DELETE', `/users/${randomUUID()}`, { token: admin.token });
  expect([none.status, none.body.deletedCount]).toEqual([200, 0]);
});

test('says at once that an account was removed if its key is destroyed without an event, as after an import without keys', async () => {
  const admin = await api.registerUser('Admin');
  const user = await api.registerUser();
  await api.pool.query('select vault.destroy(array[$1]::uuid[])', [user.id]);
  const edit = (server: number) =>
    api.call('PUT', `/users/${user.email}`, {
      token: user.token,
      body: { name: randomUUID(), imageUrl: '/n' },
      server,
    });
  for (const server of [0, 1]) {
    // A server may use a cached key until the notification arrives.
    await expect.poll(async () => statusAndCode(await edit(server))).toEqual([403, 'account-removed']);
    const startedAt = performance.now();
    expect(statusAndCode(await edit(server))).toEqual([403, 'account-removed']);
    // Much less than the 30 s for which a command is retried after conflicts.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  }
  // This server starts after the key was destroyed. A seen position is stored only for people who have a key.
  await api.addServer();
  const seen = await api.call('PUT', '/announcement/seen', {
    token: user.token,
    body: { position: 1 },
    server: 2,
  });
  expect(statusAndCode(seen)).toEqual([403, 'account-removed']);
  // Acts without personal data still work.
  const courseId = await api.addCourse(admin);
  const bookmark = { token: user.token, body: { courseId }, server: 2 };
  expect((await api.call('POST', '/bookmarks', bookmark)).status).toBe(200);
  const removal = await api.call('DELETE', `/users/${user.id}`, { token: admin.token, server: 2 });
  expect([removal.status, removal.body.deletedCount]).toEqual([200, 1]);
});

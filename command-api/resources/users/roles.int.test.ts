import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestCommandApi, type TestUser } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
// This Admin remains, so that the tests may remove and demote all others.
await api.registerUser('Admin');

test('applies a change of role to the next command on every server', async () => {
  const admin = await api.registerUser('Admin');
  const second = await api.registerUser('Admin');
  const declineRequest = (server: number) =>
    api.call('DELETE', `/users/${randomUUID()}/wish`, { token: second.token, server });
  expect((await declineRequest(0)).status).toBe(200);
  expect((await declineRequest(1)).status).toBe(200);
  const demotion = await api.call('PATCH', `/users/${second.id}`, {
    token: admin.token,
    body: { userType: 'Student' },
    server: 0,
  });
  expect(demotion.body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await declineRequest(1)).body.code).toBe('forbidden');
  await api.call('PATCH', `/users/${second.id}`, {
    token: admin.token,
    body: { userType: 'Admin' },
    server: 1,
  });
  // The first server has cached the role Student. It must read again before it refuses.
  expect((await declineRequest(0)).status).toBe(200);
});

test('keeps one of two Admins who demote each other at the same time', async () => {
  const school = await startTestCommandApi({ servers: 2 });
  let survivor = await school.registerUser('Admin');
  for (let round = 0; round < 10; round += 1) {
    const first = survivor;
    const second = await school.registerUser('Admin');
    const demote = (demoted: TestUser, by: TestUser, server: number) =>
      school.call('PATCH', `/users/${demoted.id}`, {
        token: by.token,
        body: { userType: 'Student' },
        server,
      });
    const answers = await Promise.all([
      demote(second, first, round % 2),
      demote(first, second, (round + 1) % 2),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
    survivor = answers[0].status === 200 ? first : second;
  }
});

test.each(['PATCH', 'DELETE'])(
  'keeps one of two Admins who give up their role with %s at the same time',
  async (method) => {
    const school = await startTestCommandApi({ servers: 2 });
    let survivor = await school.registerUser('Admin');
    for (let round = 0; round < 5; round += 1) {
      const pair = [survivor, await school.registerUser('Admin')] as const;
      const answers = await Promise.all(
        pair.map(({ id, token }, index) =>
          school.call(method, `/users/${id}`, {
            token,
            server: (index + round) % 2,
            ...(method === 'PATCH' ? { body: { userType: 'Student' } } : {}),
          }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const refused = answers.findIndex((answer) => answer.status === 409);
      expect(answers[refused]?.body.code).toBe('last-admin');
      survivor = refused === 0 ? pair[0] : pair[1];
    }
  },
);

test('gives a repetition the stored answer, even if the command took the role Admin from its sender', async () => {
  const admin = await api.registerUser('Admin');
  const key = randomUUID();
  const giveUp = (server: number) =>
    api.call('PATCH', `/users/${admin.id}`, {
      token: admin.token,
      body: { userType: 'Student' },
      key,
      server,
    });
  const first = await giveUp(0);
  const again = await giveUp(1);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('log-position')).toBe(first.headers.get('log-position'));
  const other = await api.call('PATCH', `/users/${admin.id}`, {
    token: admin.token,
    body: { userType: 'Admin' },
    key,
  });
  expect(other.status).toBe(422);
});

test('a dismissed Admin who registers again with an address of ADMIN_EMAILS is a Student', async () => {
  const email = 'head@school.example';
  const school = await startTestCommandApi({ environment: { ROLE_SIGNUP: 'approval', ADMIN_EMAILS: email } });
  const head = await school.registerUser('Student', { email, emailVerified: true });
  const other = await school.registerUser('Student');
  const lastOf = async ({ id }: TestUser) => (await school.reader.readStream(`user-${id}`)).at(-1);
  const changeRole = (to: string, user: TestUser, by: TestUser) =>
    school.call('PATCH', `/users/${user.id}`, { token: by.token, body: { userType: to } });
  expect((await changeRole('Admin', other, head)).status).toBe(200);
  expect((await changeRole('Student', head, other)).status).toBe(200);
  expect((await school.call('POST', '/me/removal', { token: head.token, body: { email } })).status).toBe(200);

  const again = await school.registerUser('Admin', { email, emailVerified: true });
  expect(await lastOf(again)).toMatchObject({
    type: 'UserRegistered',
    data: { userType: 'Student', wishedType: 'Admin' },
    metadata: { actor: { id: again.id, role: 'Student' } },
  });
  // A command first updates the account from the sign-in. This does not grant the role either.
  const refused = await school.call('DELETE', `/users/${other.id}`, { token: again.token });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await lastOf(again))?.type).toBe('UserRegistered');
});

test('grants or declines role requests if roles need approval', async () => {
  const school = await startTestCommandApi({
    environment: { ROLE_SIGNUP: 'approval', ADMIN_EMAILS: 'head@school.example' },
  });
  const admin = await school.registerUser('Student', { email: 'head@school.example', emailVerified: true });
  const granted = await school.registerUser('Instructor');
  const declined = await school.registerUser('Admin');
  const lastOf = async (id: string) => (await school.reader.readStream(`user-${id}`)).at(-1);
  expect((await lastOf(granted.id))?.data).toMatchObject({ userType: 'Student', wishedType: 'Instructor' });
  const grant = await school.call('PATCH', `/users/${granted.id}`, {
    token: admin.token,
    body: { userType: 'Instructor' },
  });
  expect(grant.body.modifiedCount).toBe(1);
  const decline = () => school.call('DELETE', `/users/${declined.id}/wish`, { token: admin.token });
  expect((await decline()).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await decline()).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect(await lastOf(declined.id)).toMatchObject({
    type: 'UserWishDeclined',
    data: { wishedType: 'Admin' },
  });
  const byRequester = await school.call('PATCH', `/users/${declined.id}`, {
    token: declined.token,
    body: { userType: 'Admin' },
  });
  expect(byRequester.status).toBe(403);
});

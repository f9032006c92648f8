import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

let api: TestCommandApi;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  // Somebody who stays, so that tests may remove and demote all others.
  await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

test('a change holds from the next command on the other server', async () => {
  const admin = await api.person('Admin');
  const second = await api.person('Admin');
  const wish = (server: number) =>
    api.call('DELETE', `/users/${randomUUID()}/wish`, { token: second.token, server });
  expect((await wish(0)).status).toBe(200);
  expect((await wish(1)).status).toBe(200);
  const demotion = await api.call('PATCH', `/users/${second.id}`, {
    token: admin.token,
    body: { userType: 'Student' },
    server: 0,
  });
  expect(demotion.body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await wish(1)).body.code).toBe('forbidden');
  await api.call('PATCH', `/users/${second.id}`, {
    token: admin.token,
    body: { userType: 'Admin' },
    server: 1,
  });
  // The first server still remembers a Student: a refusal is decided on what is true now.
  expect((await wish(0)).status).toBe(200);
});

test('two admins who demote each other at once on two servers: one stays an Admin', async () => {
  await using school = await startTestCommandApi({ servers: 2 });
  let survivor = await school.person('Admin');
  for (let round = 0; round < 10; round += 1) {
    const pair = [survivor, await school.person('Admin')] as const;
    const demote = (by: number, server: number) =>
      school.call('PATCH', `/users/${pair[1 - by]?.id}`, {
        token: pair[by]?.token ?? null,
        body: { userType: 'Student' },
        server,
      });
    const answers = await Promise.all([demote(0, round % 2), demote(1, 1 - (round % 2))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
    survivor = answers[0]?.status === 200 ? pair[0] : pair[1];
  }
});

test.each(['PATCH', 'DELETE'])('two who give up their own place (%s) at once: one stays', async (method) => {
  await using school = await startTestCommandApi({ servers: 2 });
  let survivor = await school.person('Admin');
  for (let round = 0; round < 5; round += 1) {
    const pair = [survivor, await school.person('Admin')] as const;
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
});

test('a repeat of giving up one\u2019s own role gets its first answer, though it would be refused now', async () => {
  const admin = await api.person('Admin');
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

test('with approval a role waits, is granted by PATCH or declined by DELETE', async () => {
  const school = await startTestCommandApi({
    environment: { ROLE_SIGNUP: 'approval', ADMIN_EMAILS: 'head@school.example' },
  });
  const admin = await school.person('Student', { email: 'head@school.example', emailVerified: true });
  const [one, two] = [await school.person('Instructor'), await school.person('Admin')];
  const lastOf = async (id: string) => (await school.reader.readStream(`user-${id}`)).at(-1);
  expect((await lastOf(one.id))?.data).toMatchObject({ userType: 'Student', wishedType: 'Instructor' });
  const grant = await school.call('PATCH', `/users/${one.id}`, {
    token: admin.token,
    body: { userType: 'Instructor' },
  });
  expect(grant.body.modifiedCount).toBe(1);
  const decline = () => school.call('DELETE', `/users/${two.id}/wish`, { token: admin.token });
  expect((await decline()).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await decline()).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect(await lastOf(two.id)).toMatchObject({ type: 'UserWishDeclined', data: { wishedType: 'Admin' } });
  const grab = await school.call('PATCH', `/users/${two.id}`, {
    token: two.token,
    body: { userType: 'Admin' },
  });
  expect(grab.status).toBe(403);
  await school[Symbol.asyncDispose]();
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

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
const registration = (email: string, userType?: string) => ({
  name: 'Anna',
  imageUrl: '/a.svg',
  email,
  ...(userType ? { userType } : {}),
});

describe('registering', () => {
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
});

describe('one\u2019s own profile', () => {
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
    [
      'plus+and space@school.example',
      encodeURIComponent('plus+tag@school.example'),
      'plus+tag@school.example',
    ],
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
});

describe('roles', () => {
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

  test.each(['PATCH', 'DELETE'])(
    'two who give up their own place (%s) at once: one stays',
    async (method) => {
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
    },
  );

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
});

describe('wishes', () => {
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
});

describe('removing', () => {
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
});

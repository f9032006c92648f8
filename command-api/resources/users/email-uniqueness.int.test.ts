import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { userIdOf } from '#platform/identity/record-ids.ts';
import { startTestCommandApi, statusAndCode } from '#testing/command-api.ts';
import { registrationBody } from '../../testing/registration-body.ts';

const api = await startTestCommandApi({ servers: 2 });
const admin = await api.registerUser('Admin');

const tokenFor = (uid: string, email: string, issuedSecondsAgo = 1) =>
  api.identityProvider.token({ uid, email, issuedSecondsAgo });
const register = (uid: string, email: string, options: { server?: number; key?: string } = {}) =>
  api.call('POST', '/users', { token: tokenFor(uid, email), body: registrationBody(email), ...options });
/** Registers a person in a school with a database of its own. */
const registerAt = (school: typeof api, email: string, uid: string = randomUUID()) =>
  school.call('POST', '/users', {
    token: school.identityProvider.token({ uid, email }),
    body: registrationBody(email),
  });
/** Sends a command that has no effect of its own, so that the account follows the sign-in. */
const actAs = (token: string) => api.call('DELETE', `/bookmarks/${randomUUID()}`, { token });
const eventsOf = (uid: string) => api.reader.readStream(`user-${userIdOf(uid)}`);
const emailsOf = async (uid: string) =>
  (await eventsOf(uid)).flatMap((event) => ('email' in event.data ? [event.data.email] : []));
const reservationsOf = async (uid: string) => {
  const { rowCount } = await api.pool.query('select from vault.emails where person = $1', [userIdOf(uid)]);
  return rowCount;
};

test.each([
  ['decomposed letters', 'zo\u00EB@one.example', 'zoe\u0308@one.example'],
  ['full-width letters', 'zoe@two.example', '\uFF5Aoe@two.example'],
  ['an invisible character', 'zoe@three.example', 'zo\u200De@three.example'],
  ['upper case', 'zoe@four.example', 'ZOE@Four.example'],
])('refuses a second person whose address differs only by %s', async (_, first, second) => {
  const uid = randomUUID();
  const otherUid = randomUUID();
  expect((await register(uid, first)).status).toBe(200);
  const refused = await register(otherUid, second);
  expect(statusAndCode(refused)).toEqual([409, 'email-taken']);
  expect(refused.body.detail).toContain('Sign in with another address, or ask an Admin.');
  expect(await eventsOf(otherUid)).toEqual([]);
  expect((await register(uid, first)).status).toBe(200);
});

test('accepts one of several people who register with one address at the same time on two servers', async () => {
  for (let round = 0; round < 5; round += 1) {
    const uids = Array.from({ length: 6 }, () => randomUUID());
    const answers = await Promise.all(
      uids.map((uid, index) => register(uid, `race-${round}@school.example`, { server: index % 2 })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const winners = uids.filter((_, index) => answers[index]?.status === 200);
    const registered = await Promise.all(uids.map(async (uid) => (await eventsOf(uid)).length > 0));
    expect(uids.filter((_, index) => registered[index])).toEqual(winners);
  }
});

test('accepts people with different addresses who register at the same time', async () => {
  const uids = Array.from({ length: 40 }, () => randomUUID());
  const answers = await Promise.all(
    uids.map((uid, index) => register(uid, `${uid}@school.example`, { server: index % 2 })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
});

test('gives a repetition the stored answer, and does not store a refusal', async () => {
  const uid = randomUUID();
  const otherUid = randomUUID();
  const email = `${uid}@school.example`;
  const key = randomUUID();
  const otherKey = randomUUID();
  const first = await register(uid, email, { key });
  expect(statusAndCode(await register(otherUid, email, { key: otherKey }))).toEqual([409, 'email-taken']);
  await api.call('DELETE', `/users/${userIdOf(uid)}`, { token: admin.token });
  expect((await register(otherUid, email, { key: otherKey })).status).toBe(200);
  const repeated = await register(uid, email, { key });
  expect([repeated.status, repeated.body]).toEqual([200, first.body]);
});

test('releases the address of a removed person and deletes its digest', async () => {
  const uid = randomUUID();
  const otherUid = randomUUID();
  const email = `${uid}@school.example`;
  await register(uid, email);
  expect(await reservationsOf(uid)).toBe(1);
  const { rows } = await api.pool.query('select digest from vault.emails where person = $1', [userIdOf(uid)]);
  await api.call('DELETE', `/users/${userIdOf(uid)}`, { token: admin.token });
  const remaining = await api.pool.query('select from vault.emails where digest = $1', [rows[0].digest]);
  expect(remaining.rowCount).toBe(0);
  expect((await register(otherUid, email)).status).toBe(200);
  expect(await reservationsOf(uid)).toBe(0);
});

test('stores no readable address in the table of reservations', async () => {
  const { rows } = await api.pool.query<{ row: string }>('select e::text as row from vault.emails as e');
  expect(rows.length).toBeGreaterThan(0);
  // Digests are shown in hexadecimal, so an address in their place would be, too.
  for (const { row } of rows)
    for (const readable of ['example', Buffer.from('example').toString('hex')])
      expect(row).not.toContain(readable);
});

test('changes the address of an account when it changes at the identity provider, and lets a stranger use the old one', async () => {
  const uid = randomUUID();
  const stranger = randomUUID();
  const old = `old-${uid}@school.example`;
  const changed = `new-${uid}@school.example`;
  await register(uid, old);
  // The old address stays reserved until the person has sent a command with the new one.
  expect(statusAndCode(await register(stranger, old))).toEqual([409, 'email-taken']);
  expect((await actAs(tokenFor(uid, changed))).status).toBe(200);
  expect(await emailsOf(uid)).toEqual([old, changed]);
  expect((await register(stranger, old)).status).toBe(200);
  expect(statusAndCode(await register(randomUUID(), changed))).toEqual([409, 'email-taken']);
  expect((await eventsOf(uid)).at(-1)).toMatchObject({
    type: 'UserEmailChanged',
    metadata: { actor: { id: userIdOf(uid), role: 'Student' } },
  });
});

test('does not change the address back for a token from before the change', async () => {
  const uid = randomUUID();
  const old = `old-${uid}@school.example`;
  const changed = `new-${uid}@school.example`;
  await register(uid, old);
  const oldToken = tokenFor(uid, old, 60);
  await actAs(tokenFor(uid, changed));
  expect((await actAs(oldToken)).status).toBe(200);
  expect(await emailsOf(uid)).toEqual([old, changed]);
});

test('keeps the old address if another person has the new one, but still executes commands', async () => {
  const uid = randomUUID();
  const otherUid = randomUUID();
  const email = `${uid}@school.example`;
  const taken = `${otherUid}@school.example`;
  await register(uid, email);
  await register(otherUid, taken);
  const token = tokenFor(uid, taken);
  expect((await actAs(token)).status).toBe(200);
  expect((await actAs(token)).status).toBe(200);
  expect(await emailsOf(uid)).toEqual([email]);
  expect(statusAndCode(await register(randomUUID(), email))).toEqual([409, 'email-taken']);

  // The client knows the address of the account, and the person perhaps only that of the sign-in.
  const courseId = await api.addCourse(admin);
  const profile = { name: 'Anna Neu', imageUrl: '/neu.png' };
  for (const own of [email, taken]) {
    for (const [path, field] of [
      ['/bookmarks', 'bookmarkedEmail'],
      ['/enrolledCourses', 'userEmail'],
    ] as const)
      expect((await api.call('POST', path, { token, body: { courseId, [field]: own } })).status).toBe(200);
    expect((await api.call('PUT', `/users/${own}`, { token, body: profile })).status).toBe(200);
  }
  const removal = await api.call('POST', '/me/removal', { token, body: { email } });
  expect([removal.status, removal.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
});

test('changes the address once for simultaneous commands on two servers', async () => {
  const uid = randomUUID();
  await register(uid, `old-${uid}@school.example`);
  const token = tokenFor(uid, `new-${uid}@school.example`);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      api.call('DELETE', `/bookmarks/${randomUUID()}`, { token, server: index % 2 }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await emailsOf(uid)).toHaveLength(2);
});

test('reserves missing addresses at the next start, and keeps a shared address reserved until all its people are removed', async () => {
  const school = await startTestCommandApi();
  const uid = randomUUID();
  const otherUid = randomUUID();
  const email = `shared-${uid}@school.example`;
  const remover = await school.registerUser('Admin');
  for (const sharingUid of [uid, otherUid]) {
    // An earlier release reserved no addresses.
    await school.pool.query('delete from vault.emails');
    expect((await registerAt(school, email, sharingUid)).status).toBe(200);
  }
  await school.pool.query('delete from vault.emails');
  await school.addServer();
  const { rows } = await school.pool.query('select person, is_shared from vault.emails order by is_shared');
  expect(rows).toHaveLength(3);
  expect(rows.find(({ person }) => person === userIdOf(uid))).toMatchObject({ is_shared: false });
  expect(rows.find(({ person }) => person === userIdOf(otherUid))).toMatchObject({ is_shared: true });

  // Both people keep their accounts. Nobody else gets the address before both are removed.
  expect(statusAndCode(await registerAt(school, email))).toEqual([409, 'email-taken']);
  await school.call('DELETE', `/users/${userIdOf(uid)}`, { token: remover.token });
  expect(statusAndCode(await registerAt(school, email))).toEqual([409, 'email-taken']);
  expect((await registerAt(school, email, otherUid)).status).toBe(200);
  await school.call('DELETE', `/users/${userIdOf(otherUid)}`, { token: remover.token });
  expect((await registerAt(school, email)).status).toBe(200);
});

test('reserves the current address of an account at the next start, not its first address', async () => {
  const school = await startTestCommandApi();
  const uid = randomUUID();
  await school.registerUser('Student', { uid, email: `old-${uid}@school.example` });
  const changed = `new-${uid}@school.example`;
  await school.call('DELETE', `/bookmarks/${randomUUID()}`, {
    token: school.identityProvider.token({ uid, email: changed }),
  });
  await school.pool.query('delete from vault.emails');
  await school.addServer();
  expect(statusAndCode(await registerAt(school, changed))).toEqual([409, 'email-taken']);
  expect((await registerAt(school, `old-${uid}@school.example`)).status).toBe(200);
});

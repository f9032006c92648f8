import { describe, expect, test } from 'vitest';
import { type User, userList, user as userSchema } from '#contract/schemas/users.ts';
import { openLiveSchool, type RequestUser } from '#testing/live-school.ts';
import { tokenOf } from '#testing/test-node.ts';

const live = await openLiveSchool();
const { school, provider } = live;
const people = await school.registerAll({ sam: 'Student', ines: 'Instructor', ada: 'Admin' });
const { sam: student, ines: instructor, ada: admin } = people;
const stranger = { uid: 'uid-new', email: 'new@example.org' };

const outcome = async (path: string, reader: RequestUser) => {
  const response = await live.get(path, reader);
  const body = (await response.json()) as { code?: string };
  return response.ok ? response.status : `${response.status} ${body.code}`;
};

describe('the list of users', () => {
  test('is only for Admins', async () => {
    expect(await outcome('/users', null)).toBe('401 sign-in-required');
    expect(await outcome('/users', student)).toBe('403 forbidden');
    expect(await outcome('/users', instructor)).toBe('403 forbidden');
    expect(await outcome('/users', stranger)).toBe('403 registration-incomplete');
    const users = userList.parse(await (await live.get('/users', admin)).json());
    expect(users.map((one: User) => [one.name, one.userType])).toEqual([
      ['sam', 'Student'],
      ['ines', 'Instructor'],
      ['ada', 'Admin'],
    ]);
  });
});

describe('one user', () => {
  test('users read their own record, and Admins read every record', async () => {
    const own = userSchema.parse(await (await live.get(`/users/${student.email}`, student)).json());
    expect(own).toMatchObject({
      _id: student.id,
      email: student.email,
      userType: 'Student',
      wishedType: null,
    });
    expect(await outcome(`/users/${student.email}`, admin)).toBe(200);
    expect(await outcome(`/users/${student.email}`, instructor)).toBe('403 forbidden');
    expect(await outcome(`/users/${student.email}`, null)).toBe('401 sign-in-required');
    expect(await outcome(`/users/${student.email}`, stranger)).toBe('403 registration-incomplete');
  });

  test('compares e-mails in lower case', async () => {
    expect(await outcome(`/users/${student.email.toUpperCase()}`, student)).toBe(200);
    expect(await (await live.get(`/userType?email=SAM%40Example.org`, student)).json()).toHaveLength(1);
  });

  test('answers with null or an empty list for an unknown user', async () => {
    expect(await (await live.get('/users/nobody@example.org', admin)).json()).toBeNull();
    expect(await (await live.get('/userType?email=nobody@example.org', admin)).json()).toEqual([]);
    expect(await (await live.get(`/users/${stranger.email}`, stranger)).json()).toBeNull();
    expect(await (await live.get(`/userType?email=${stranger.email}`, stranger)).json()).toEqual([]);
  });

  test('GET /userType returns a list with the record', async () => {
    const response = await live.get(`/userType?email=${encodeURIComponent(admin.email)}`, admin);
    expect(userList.parse(await response.json())[0]?.userType).toBe('Admin');
  });

  test.each(['', '?email=', '?email=nonsense', '?email=a@b.de&email=c@d.de', '?email=a%00@b.de'])(
    'rejects /userType%s',
    async (query) => {
      expect(await outcome(`/userType${query}`, student)).toBe('400 invalid-input');
    },
  );

  test('if two people share an e-mail, finds the one who registered first, and shows the other one their own record', async () => {
    // Today an address belongs to one person. In logs of earlier releases, two people may share one.
    const first = await school.register('shared');
    const second = await school.register('second');
    const data = { email: first.email, confirmedAt: '2026-11-20T09:30:00.000Z' };
    await school.append(`user-${second.id}`, { type: 'UserEmailChanged', data });
    const courseId = await school.addCourse('Sharing');
    for (const user of [first, second]) await (await school.enrol(user, courseId)).start();
    expect(await (await live.get(`/users/${first.email}`, admin)).json()).toMatchObject({ _id: first.id });
    expect(await (await live.get(`/userType?email=${first.email}`, admin)).json()).toEqual([
      expect.objectContaining({ _id: first.id }),
    ]);
    expect(await (await live.get(`/progress/${first.email}`, admin)).json()).toHaveLength(1);
    // The other one reads their own record with the shared address.
    const reader = { uid: second.uid, email: first.email };
    expect(await (await live.get(`/users/${first.email}`, reader)).json()).toMatchObject({ _id: second.id });
    // If the record could not adopt the address of the sign-in, either address means the reader's own data.
    const readerWithNewAddress = { uid: second.uid, email: 'taken@example.org' };
    for (const email of [first.email, 'taken@example.org']) {
      const own = await (await live.get(`/users/${email}`, readerWithNewAddress)).json();
      expect(own).toMatchObject({ _id: second.id });
      const enrolments = await live.get(`/enrolledCourses?email=${email}`, readerWithNewAddress);
      expect(await enrolments.json()).toHaveLength(1);
    }
    // The same while the read table is behind, and the role comes from the log.
    school.isProjectionPaused = true;
    await school.register('late');
    const behind = await live.get(`/users/${first.email}`, readerWithNewAddress);
    expect([behind.status, behind.headers.get('log-stale')]).toEqual([200, 'true']);
    await school.project();
    await school.removeUser(first);
    expect(await (await live.get(`/users/${first.email}`, admin)).json()).toMatchObject({ _id: second.id });
    await school.removeUser(second);
  });

  test('the new owner of an e-mail address does not read the record of the former owner', async () => {
    const newOwner = { uid: 'uid-heir', email: student.email };
    expect(await (await live.get(`/users/${student.email}`, newOwner)).json()).toBeNull();
  });
});

describe('tokens', () => {
  test.each([
    ['forged', () => `${tokenOf(provider, admin).slice(0, -6)}AAAAAA`],
    ['expired', () => provider.token({ uid: admin.uid, email: admin.email, expiresInSeconds: -60 })],
    ['nonsense', () => 'nonsense'],
  ])('rejects a token that is %s', async (_, token) => {
    const response = await live.get('/users', null, { authorization: `Bearer ${token()}` });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      'token-invalid',
    ]);
  });
});

describe('a change of role', () => {
  test('takes effect at the next read, and so does a removal', async () => {
    const person = await school.register('rolf');
    expect(await outcome('/users', person)).toBe('403 forbidden');
    await school.changeRole(person, 'Student', 'Admin');
    expect(await outcome('/users', person)).toBe(200);
    await school.changeRole(person, 'Admin', 'Student');
    expect(await outcome('/users', person)).toBe('403 forbidden');
    await school.removeUser(person);
    expect(await outcome(`/users/${person.email}`, person)).toBe('403 account-removed');
    expect(await outcome(`/userType?email=${person.email}`, person)).toBe('403 account-removed');
  });

  test('takes effect even while the projection is stopped', async () => {
    const demoted = await school.register('dora', 'Admin');
    const removed = await school.register('rita', 'Admin');
    expect(await outcome('/users', demoted)).toBe(200);
    expect(await outcome('/users', removed)).toBe(200);
    school.isProjectionPaused = true;
    await school.changeRole(demoted, 'Admin', 'Student');
    await school.removeUser(removed);
    expect(await outcome('/users', demoted)).toBe('403 forbidden');
    expect(await outcome('/users', removed)).toBe('403 account-removed');
    // A request that names an old position does not circumvent the check.
    expect((await live.get('/users', demoted, { 'await-log-position': '1' })).status).toBe(403);
    expect((await live.get('/users', removed, { 'await-log-position': '1' })).status).toBe(403);
    await school.project();
  });
});

test('shared caches never keep personal data, and entity tags differ between readers', async () => {
  const response = await live.get('/users', admin);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const etag = response.headers.get('etag') ?? '';
  expect((await live.get('/users', admin, { 'if-none-match': etag })).status).toBe(304);
  const other = await school.register('zoe', 'Admin');
  const afterChange = await live.get('/users', admin);
  expect(afterChange.headers.get('etag')).not.toBe(etag);
  const othersAnswer = await live.get('/users', other, {
    'if-none-match': afterChange.headers.get('etag') ?? '',
  });
  expect(othersAnswer.status).toBe(200);
});

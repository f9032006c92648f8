import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi, type TestCommandApi, type TestUser } from '#testing/command-api.ts';

const startWith = (environment: Record<string, string>) => startTestCommandApi({ servers: 2, environment });
const addCourse = (api: TestCommandApi, { token }: TestUser, server = 0, key: string = randomUUID()) =>
  api.call('POST', '/courses', { token, body: courseBody, server, key });
/** Spends the rest of a budget. */
const spend = async (api: TestCommandApi, user: TestUser) => {
  for (let request = 0; request < 100; request += 1)
    if ((await addCourse(api, user, request % 2)).status === 429) return;
  throw new Error('The budget was not spent after 100 requests.');
};

test('limits the events that a person may append per day, on all servers together', async () => {
  const api = await startWith({ DAILY_EVENTS_PER_PERSON: '20' });
  const admin = await api.registerUser('Admin');
  const otherAdmin = await api.registerUser('Admin');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, request) => addCourse(api, admin, request % 2)),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  // The registration of an Admin wrote two events.
  expect(accepted).toHaveLength(18);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({
    code: 'too-many-requests',
    detail: expect.stringContaining('after midnight'),
  });
  const waitSeconds = Number(refused?.headers.get('retry-after'));
  const untilMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1_000;
  expect(Math.abs(waitSeconds - untilMidnight)).toBeLessThan(120);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(42);
  expect((await addCourse(api, otherAdmin)).status).toBe(200);
});

test('limits the bytes that a person may append per day', async () => {
  const api = await startWith({ DAILY_MEGABYTES_PER_PERSON: '0.1' });
  const admin = await api.registerUser('Admin');
  const id = await api.addCourse(admin);
  const edit = (letter: string) =>
    api.call('PUT', `/courses/${id}`, {
      token: admin.token,
      body: { ...courseBody, details: letter.repeat(10_000) },
    });
  const statuses = [];
  for (let round = 0; round < 14; round += 1) statuses.push((await edit(round % 2 === 0 ? 'a' : 'b')).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
});

test('repeats the answer of an accepted command even if the budget is spent', async () => {
  const api = await startWith({ DAILY_EVENTS_PER_PERSON: '5' });
  const admin = await api.registerUser('Admin');
  const key = randomUUID();
  const first = await addCourse(api, admin, 0, key);
  await spend(api, admin);
  for (const server of [0, 1]) {
    const again = await addCourse(api, admin, server, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
  }
});

test('accepts removals, readings and the deletion of one’s own account even if the budget is spent', async () => {
  const api = await startWith({ DAILY_EVENTS_PER_PERSON: '5' });
  const { admin, other, student } = await api.registerAll({
    admin: 'Admin',
    other: 'Admin',
    student: 'Student',
  });
  const course = await api.addCourse(admin);
  await spend(api, admin);
  const { token } = admin;
  expect((await api.call('DELETE', `/courses/${course}`, { token })).body).toMatchObject({ deletedCount: 1 });
  const reading = await api.call('POST', '/readings', {
    token,
    body: { userId: student.id, what: 'profile' },
  });
  expect(reading.status).toBe(200);
  const removal = await api.call('DELETE', `/users/${student.id}`, { token });
  expect(removal.body).toMatchObject({ deletedCount: 1 });
  const ownRemoval = await api.call('POST', '/me/removal', { token, body: { email: admin.email } });
  expect(ownRemoval.status).toBe(200);
  expect((await addCourse(api, other)).status).toBe(200);
});

test('when the budget is spent, refuses a removal that removes nothing, because its answer is stored, and accepts other removals', async () => {
  const api = await startWith({ DAILY_MEGABYTES_PER_PERSON: '0.01' });
  const admin = await api.registerUser('Admin');
  const course = await api.addCourse(admin);
  const remove = async (id: string) => {
    const { status, body } = await api.call('DELETE', `/courses/${id}`, { token: admin.token });
    return { status, deletedCount: body.deletedCount };
  };
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 200) statuses.push((await remove(randomUUID())).status);
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect(await remove(course)).toEqual({ status: 200, deletedCount: 1 });
  expect((await remove(course)).status).toBe(429);
});

test('does not limit anything if the budgets are 0', async () => {
  const api = await startWith({ DAILY_EVENTS_PER_PERSON: '0', DAILY_MEGABYTES_PER_PERSON: '0' });
  const admin = await api.registerUser('Admin');
  for (let request = 0; request < 10; request += 1) expect((await addCourse(api, admin)).status).toBe(200);
});

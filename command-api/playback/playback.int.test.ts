import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playbacksAMinute } from '#contract/playback.ts';
import { courseBody, startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

type Person = { id: string; token: string; email: string };
let api: TestCommandApi;
let db: Client;
let admin: Person;
let courseId: string;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  admin = await api.person('Admin');
  const added = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  courseId = String(added.body.insertedId);
});
afterAll(async () => {
  await db.end();
  await api[Symbol.asyncDispose]();
});

/** A student of their own for each test, so that none spends another's minute. */
const student = async () => {
  const person = await api.person();
  const post = (path: string, body: object) => api.call('POST', path, { token: person.token, body });
  const { body } = await post('/enrolledCourses', { courseId });
  const id = String(body.insertedId);
  return {
    ...person,
    enrolmentId: id,
    start: () => post('/progress', { courseId: id }),
    leave: () => api.call('DELETE', `/enrolledCourses/${id}`, { token: person.token }),
    keep: (place: object, server = 0) =>
      api.call('PUT', '/playback', { token: person.token, server, body: { enrolmentId: id, ...place } }),
  };
};
const placesOf = async (person: { id: string }) =>
  (await db.query('select module, second from state.playback where user_id = $1', [person.id])).rows;
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code];

test('the last place is kept, one an enrolment, by either id and in text numbers; no event comes of it', async () => {
  const sam = await student();
  await sam.start();
  const first = await sam.keep({ module: 3, second: 84 });
  expect([first.status, first.body.matchedCount, first.body.modifiedCount]).toEqual([200, 1, 1]);
  expect(first.headers.get('log-position')).toBeNull();
  await sam.keep({ module: 3, second: 84 }, 1);
  expect(await placesOf(sam)).toEqual([{ module: 3, second: 84 }]);
  await sam.keep({ enrolmentId: courseId.toUpperCase(), module: '4', second: '7' }, 1);
  expect(await placesOf(sam)).toEqual([{ module: 4, second: 7 }]);
  expect(await api.reader.readStream(`enrolment-${sam.enrolmentId}`)).toHaveLength(2);
});

test('a place that is told late does not replace a later one', async () => {
  const sam = await student();
  await sam.start();
  await sam.keep({ module: 2, second: 30 });
  const late = await sam.keep({ module: 1, second: 500, secondsAgo: 60 }, 1);
  expect([late.status, late.body.modifiedCount]).toEqual([200, 0]);
  expect(await placesOf(sam)).toEqual([{ module: 2, second: 30 }]);
});

test('six a minute and no more', async () => {
  const sam = await student();
  await sam.start();
  for (let second = 1; second <= playbacksAMinute; second += 1)
    expect((await sam.keep({ module: 1, second })).status).toBe(200);
  const tooMany = await sam.keep({ module: 1, second: 99 });
  expect(outcome(tooMany)).toEqual([429, 'too-many-requests']);
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await placesOf(sam)).toEqual([{ module: 1, second: playbacksAMinute }]);
});

test('only a student who learns keeps a place, and only their own', async () => {
  const [sam, eve] = [await student(), await student()];
  const place = { module: 1, second: 1 };
  expect(outcome(await sam.keep(place))).toEqual([409, 'conflict']);
  await sam.start();
  await eve.start();
  expect(outcome(await eve.keep({ ...place, enrolmentId: sam.enrolmentId }))).toEqual([403, 'forbidden']);
  expect(outcome(await sam.keep({ ...place, enrolmentId: randomUUID() }))).toEqual([409, 'conflict']);
  await sam.leave();
  expect(outcome(await sam.keep(place))).toEqual([409, 'conflict']);
  for (const userType of ['Admin', 'Instructor']) {
    const { token } = await api.person(userType);
    const body = { ...place, enrolmentId: sam.enrolmentId };
    expect(outcome(await api.call('PUT', '/playback', { token, body }))).toEqual([403, 'forbidden']);
  }
  expect(await placesOf(sam)).toEqual([]);
});

test.each([
  { module: 0 },
  { module: 6 },
  { module: 1.5 },
  { second: -1 },
  { second: 86_401 },
  { second: 'NaN' },
  { secondsAgo: -1 },
  { enrolmentId: 'x' },
])('%j is refused', async (wrong) => {
  const sam = await student();
  const answer = await sam.keep({ module: 1, second: 0, ...wrong });
  expect(outcome(answer)).toEqual([400, 'invalid-input']);
});

test('a removed person’s places are gone with their key, whatever comes at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sam = await student();
    await sam.start();
    await sam.keep({ module: 5, second: 10 });
    const answers = await Promise.all([
      sam.keep({ module: 5, second: 11 }, 1),
      api.call('DELETE', `/users/${sam.id}`, { token: admin.token }),
      sam.keep({ module: 5, second: 12 }, 1),
    ]);
    expect(answers[1].body.deletedCount).toBe(1);
    for (const { status, body } of [answers[0], answers[2]])
      if (status !== 200) expect([status, body.code]).toEqual([403, 'account-removed']);
    expect(await placesOf(sam)).toEqual([]);
    expect(outcome(await sam.keep({ module: 5, second: 13 }))).toEqual([403, 'account-removed']);
  }
});

test('the service writes places by the function alone', async () => {
  await db.query('begin');
  await db.query('set local role lyceum_command');
  await expect(db.query('delete from state.playback')).rejects.toThrow('permission denied');
  await db.query('rollback');
});

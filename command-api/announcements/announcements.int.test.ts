import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseBody, startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

type Person = { id: string; token: string };
let api: TestCommandApi;
let db: Client;
let ian: Person;
let iris: Person;
let ada: Person;
let sam: Person;
beforeAll(async () => {
  api = await startTestCommandApi({ servers: 2 });
  db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  [ian, iris] = [await api.person('Instructor'), await api.person('Instructor')];
  [ada, sam] = [await api.person('Admin'), await api.person()];
});
afterAll(async () => {
  await db.end();
  await api[Symbol.asyncDispose]();
});

const today = () => new Date().toISOString().slice(0, 10);
const words = { type: 'Quiz Announcement', text: 'A quiz on Friday.' };
const post = (who: Person, body: object = {}, options: { key?: string; server?: number } = {}) =>
  api.call('POST', '/announcement', {
    token: who.token,
    body: { ...words, date: today(), ...body },
    ...options,
  });
const posted = async (who: Person, body: object = {}) => String((await post(who, body)).body.insertedId);
const eventsOf = async (id: string) =>
  (await api.reader.readStream(`announcement-${id}`)).map(({ type }) => type);
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code];
const withdraw = (who: Person, id: string, server = 0) =>
  api.call('DELETE', `/announcement/${id}`, { token: who.token, server });
const restore = (who: Person, id: string) =>
  api.call('POST', `/announcement/${id}/restoration`, { token: who.token });

test('as the specification sends it: acknowledged, in the role of the server; once for each act', async () => {
  const key = randomUUID();
  const [first, again] = await Promise.all([
    post(ian, { userType: 'Instructor' }, { key }),
    post(ian, { userType: 'Instructor' }, { key, server: 1 }),
  ]);
  expect(first.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
  expect(again.body).toEqual(first.body);
  const id = String(first.body.insertedId);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted']);
  const [event] = await api.reader.readStream(`announcement-${id}`);
  expect(event?.data).toEqual({
    ...words,
    userId: ian.id,
    userType: 'Instructor',
    courseId: null,
    date: today(),
  });
});

test('a repeat gets the first answer, however much later it comes and whatever the poster is by then', async () => {
  let now = new Date();
  await using later = await startTestCommandApi({ clock: () => now });
  const [ben, admin] = [await later.person('Instructor'), await later.person('Admin')];
  const body = { ...words, date: today() };
  const key = randomUUID();
  const send = (given: { key: string }) =>
    later.call('POST', '/announcement', { token: ben.token, body, ...given });
  const first = await send({ key });
  now = new Date(now.getTime() + 3 * 86_400_000);
  const repeat = await send({ key });
  expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  // Sent for the first time it would be of a day that is over.
  expect(outcome(await send({ key: randomUUID() }))).toEqual([400, 'invalid-input']);
  const demoted = await later.call('PATCH', `/users/${ben.id}`, {
    token: admin.token,
    body: { userType: 'Student' },
  });
  expect(demoted.status).toBe(200);
  const last = await send({ key });
  expect([last.status, last.body]).toEqual([200, first.body]);
});

test('bad input changes nothing', async () => {
  const before = await api.reader.head();
  for (const body of [
    { text: ' ' },
    { type: 'Gossip' },
    { date: 'today' },
    { date: '2020-01-01' },
    { text: 'a\u0000' },
  ])
    expect(outcome(await post(ian, body))).toEqual([400, 'invalid-input']);
  expect(outcome(await post(ian, { userType: 'Admin' }))).toEqual([403, 'forbidden']);
  expect(outcome(await post(ian, { courseId: randomUUID() }))).toEqual([422, 'no-such-course']);
  expect(outcome(await post(sam))).toEqual([403, 'forbidden']);
  expect(await api.reader.head()).toBe(before);
});

test('one for a course asserts that the course is in the catalogue', async () => {
  const added = await api.call('POST', '/courses', { token: ada.token, body: courseBody });
  const courseId = String(added.body.insertedId);
  expect(await eventsOf(await posted(ian, { courseId }))).toEqual(['AnnouncementPosted']);
  await api.call('DELETE', `/courses/${courseId}`, { token: ada.token });
  expect(outcome(await post(ian, { courseId }))).toEqual([409, 'course-withdrawn']);
});

test('withdrawn by two at once it is withdrawn once; another instructor may not', async () => {
  const id = await posted(ian);
  expect(outcome(await withdraw(iris, id))).toEqual([403, 'forbidden']);
  const answers = await Promise.all([withdraw(ian, id), withdraw(ada, id, 1)]);
  expect(answers.map(({ body }) => body.deletedCount).sort()).toEqual([0, 1]);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted', 'AnnouncementWithdrawn']);
  expect((await withdraw(ian, randomUUID())).body.deletedCount).toBe(0);
});

test('restored by who withdrew it; what an admin withdrew by an admin only', async () => {
  const id = await posted(ian);
  await withdraw(ian, id);
  expect((await restore(ian, id)).body.modifiedCount).toBe(1);
  expect((await restore(ian, id)).body.modifiedCount).toBe(0);
  await withdraw(ada, id);
  expect(outcome(await restore(ian, id))).toEqual([403, 'forbidden']);
  expect((await restore(ada, id)).body.modifiedCount).toBe(1);
});

const see = (who: Person, position: unknown, server = 0) =>
  api.call('PUT', '/announcement/seen', { token: who.token, body: { position }, server });
const seenBy = async (who: Person) =>
  (await db.query('select position::float8 from state.announcements_seen where user_id = $1', [who.id])).rows;

test('what was seen moves forward only, on whichever device, and never beyond the log', async () => {
  const head = await api.reader.head();
  expect((await see(sam, head - 1)).body).toMatchObject({ acknowledged: true, modifiedCount: 1 });
  expect((await see(sam, 1, 1)).body).toMatchObject({ modifiedCount: 0 });
  expect(await seenBy(sam)).toEqual([{ position: head - 1 }]);
  await see(sam, String(head + 1_000_000));
  expect(await seenBy(sam)).toEqual([{ position: await api.reader.head() }]);
  for (const position of [-1, 1.5, 'x', null])
    expect(outcome(await see(sam, position))).toEqual([400, 'invalid-input']);
});

test('what a person has seen goes with the person; what they posted stays', async () => {
  const doomed = await api.person('Instructor');
  const id = await posted(doomed);
  await see(doomed, 1);
  await api.call('DELETE', `/users/${doomed.id}`, { token: ada.token });
  expect(await seenBy(doomed)).toEqual([]);
  expect(outcome(await see(doomed, 2))).toEqual([403, 'account-removed']);
  expect(await eventsOf(id)).toEqual(['AnnouncementPosted']);
});

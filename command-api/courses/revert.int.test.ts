import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { courseBody, startTestCommandApi, type TestCommandApi } from '../testing/command-api.ts';

let api: TestCommandApi;
let admin: { id: string; token: string };
beforeAll(async () => {
  api = await startTestCommandApi();
  admin = await api.person('Admin');
});
afterAll(() => api[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: object, key?: string) =>
  api.call(method, path, { token: admin.token, ...(body ? { body } : {}), ...(key ? { key } : {}) });
/** A course of so many versions: only its price differs, from 0 upwards. */
const courseOfVersions = async (versions: number) => {
  const id = String((await call('POST', '/courses', { ...courseBody, price: 0 })).body.insertedId);
  for (let price = 1; price < versions; price += 1)
    await call('PUT', `/courses/${id}`, { ...courseBody, price });
  return id;
};
const eventsOf = (id: string) => api.reader.readStream(`course-${id}`);

test('a wrong edit is taken back by one event, however often the act is sent', async () => {
  const id = await courseOfVersions(3);
  const key = randomUUID();
  const body = { version: 1, expectedVersion: '3' };
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', `/courses/${id}/reversion`, body, key)));
  for (const { status, body: answer } of answers) expect([status, answer.modifiedCount]).toEqual([200, 1]);
  const events = await eventsOf(id);
  expect(events).toHaveLength(4);
  expect(events[3]).toMatchObject({
    data: { changes: { price: 0 }, backTo: 1 },
    metadata: { actor: { id: admin.id } },
  });
  // Sent as another act it finds nothing to do.
  expect((await call('POST', `/courses/${id}/reversion`, body)).body.modifiedCount).toBe(0);
});

test('of two who take it back to different versions at once one is told to look again', async () => {
  const id = await courseOfVersions(3);
  const answers = await Promise.all(
    [1, 2].map((version) => call('POST', `/courses/${id}/reversion`, { version, expectedVersion: 3 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
  expect(await eventsOf(id)).toHaveLength(4);
});

test('a removed course is restored first; a body that names no versions is refused', async () => {
  const id = await courseOfVersions(2);
  await call('DELETE', `/courses/${id}`);
  const refused = await call('POST', `/courses/${id}/reversion`, { version: 1, expectedVersion: 3 });
  expect([refused.status, refused.body.code]).toEqual([409, 'course-withdrawn']);
  for (const body of [
    {},
    { version: 1 },
    { version: 0, expectedVersion: 1 },
    { version: 1.5, expectedVersion: 2 },
  ])
    expect((await call('POST', `/courses/${id}/reversion`, body)).status).toBe(400);
});

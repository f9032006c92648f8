import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const admin = await api.registerUser('Admin');

const call = (method: string, path: string, body?: object, key?: string) =>
  api.call(method, path, { token: admin.token, ...(body ? { body } : {}), ...(key ? { key } : {}) });
/** Adds a course with the price 0, and raises the price by 1 until the course has this many versions. */
const createCourseWithVersions = async (versions: number) => {
  const id = String((await call('POST', '/courses', { ...courseBody, price: 0 })).body.insertedId);
  for (let price = 1; price < versions; price += 1)
    await call('PUT', `/courses/${id}`, { ...courseBody, price });
  return id;
};
const eventsOf = (id: string) => api.reader.readStream(`course-${id}`);

test('reverts a course to an earlier version with one event, even if the request is repeated', async () => {
  const id = await createCourseWithVersions(3);
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
  // Another request with the same body changes nothing.
  expect((await call('POST', `/courses/${id}/reversion`, body)).body.modifiedCount).toBe(0);
});

test('refuses one of two simultaneous reversions to different versions', async () => {
  const id = await createCourseWithVersions(3);
  const answers = await Promise.all(
    [1, 2].map((version) => call('POST', `/courses/${id}/reversion`, { version, expectedVersion: 3 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
  expect(await eventsOf(id)).toHaveLength(4);
});

test('refuses a removed course, and a body with missing or invalid versions', async () => {
  const id = await createCourseWithVersions(2);
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

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appendOfNewerRelease } from '#events/testing/append-of-newer-release.ts';
import { courseBody, startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const admin = await api.registerUser('Admin');

test.each([
  ['of an unknown type', { type: 'CourseTranslated' }],
  ['in a newer version', { type: 'CourseEdited', schemaVersion: 99 }],
])('answers with 503 and appends nothing if the stream contains an event %s', async (_, event) => {
  const course = await api.addCourse(admin);
  const other = await api.addCourse(admin);
  const stream = `course-${course}`;
  const edit = (id: string, price: number, key = randomUUID()) =>
    api.call('PUT', `/courses/${id}`, { token: admin.token, body: { ...courseBody, price }, key });
  // The node has the state of the stream in its cache.
  expect((await edit(course, 1)).status).toBe(200);
  await appendOfNewerRelease(api, { ...event, stream });
  const count = (await api.readStoredData(stream)).length;

  const key = randomUUID();
  for (const _attempt of [1, 2]) {
    const answer = await edit(course, 2, key);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  }
  expect(await api.readStoredData(stream)).toHaveLength(count);
  expect((await edit(other, 3)).status).toBe(200);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const admin = await api.registerUser('Admin');
const student = await api.registerUser('Student');

const add = async (body: unknown = courseBody, key?: string) => {
  const answer = await api.call('POST', '/courses', { token: admin.token, body, ...(key ? { key } : {}) });
  return String(answer.body.insertedId);
};
const eventsOf = (id: string) => api.reader.readStream(`course-${id}`);

test('answers the request for a new course with its id and the position of its event', async () => {
  const answer = await api.call('POST', '/courses', {
    token: admin.token,
    body: { ...courseBody, price: '99.5', course_name: '  Cafe\u0301  ', unknown: 1 },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ acknowledged: true, insertedId: expect.any(String) });
  const [event] = await eventsOf(String(answer.body.insertedId));
  expect(event).toMatchObject({
    type: 'CourseAdded',
    version: 1,
    data: { name: 'Caf\u00e9', price: 99.5, code: 'CSE' },
    metadata: { actor: { id: admin.id, role: 'Admin' } },
  });
  expect(event?.data).not.toHaveProperty('unknown');
  expect(event?.metadata.correlationId).toBe(answer.headers.get('x-request-id'));
  expect(answer.headers.get('log-position')).toBe(String(event?.position));
  expect(answer.headers.get('log-id')).toBe(await api.reader.historyId());
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('adds one course for simultaneous requests with one key, and gives all of them the same answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      api.call('POST', '/courses', { token: admin.token, body: courseBody, key }),
    ),
  );
  const [first] = answers;
  for (const answer of answers) {
    expect([answer.status, answer.body]).toEqual([200, first?.body]);
    expect(answer.headers.get('log-position')).toBe(first?.headers.get('log-position'));
  }
  expect(await eventsOf(String(first?.body.insertedId))).toHaveLength(1);
});

test('ignores the case of idempotency keys', async () => {
  const key = randomUUID();
  expect(await add(courseBody, key.toUpperCase())).toBe(await add(courseBody, key));
});

test('refuses a key with a different body, and treats requests without a key as different', async () => {
  const key = randomUUID();
  await add(courseBody, key);
  const other = await api.call('POST', '/courses', {
    token: admin.token,
    body: { ...courseBody, price: 1 },
    key,
  });
  expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
  expect(await add()).not.toBe(await add());
});

test('recognizes a repetition however its path is spelt', async () => {
  const id = await add();
  const key = randomUUID();
  const setPrice = (path: string, price: number) =>
    api.call('PUT', path, { token: admin.token, body: { ...courseBody, price }, key });
  const first = await setPrice(`/courses/${id}`, 7);
  const encodedId = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  for (const spelling of [`${id}/`, id.toUpperCase(), encodedId]) {
    const repeated = await setPrice(`/courses/${spelling}`, 7);
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    expect((await setPrice(`/courses/${spelling}`, 8)).body.code).toBe('key-reused');
  }
  expect(await eventsOf(id)).toHaveLength(2);
});

test('keeps the keys of different users apart', async () => {
  const key = randomUUID();
  const mine = await add(courseBody, key);
  const second = await api.registerUser('Admin');
  const answer = await api.call('POST', '/courses', { token: second.token, body: courseBody, key });
  expect(answer.status).toBe(200);
  expect(answer.body.insertedId).not.toBe(mine);
});

test('writes only the fields that differ, and accepts a course as the client loaded it', async () => {
  const id = await add();
  const edit = (changes: object) =>
    api.call('PUT', `/courses/${id}`, { token: admin.token, body: { _id: id, ...courseBody, ...changes } });
  expect((await edit({ price: '7' })).body).toEqual({
    acknowledged: true,
    matchedCount: 1,
    modifiedCount: 1,
    upsertedCount: 0,
    upsertedId: null,
  });
  expect((await edit({ price: 7 })).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  const events = await eventsOf(id);
  expect(events).toHaveLength(2);
  expect(events[1]?.data).toEqual({ changes: { price: 7 } });
});

test('lets only one of two simultaneous edits change a field if both expect the same version', async () => {
  const id = await add();
  const edit = (changes: object, key: string = randomUUID()) =>
    api.call('PUT', `/courses/${id}`, {
      token: admin.token,
      body: { ...courseBody, expectedVersion: '1', ...changes },
      key,
    });
  const edits = [7, 8].map((price) => ({ price, key: randomUUID() }));
  const answers = await Promise.all(edits.map(({ price, key }) => edit({ price }, key)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'conflict',
    detail: 'Somebody else changed this course in the meantime. Check the changes and try again.',
  });
  expect(await eventsOf(id)).toHaveLength(2);

  // A repetition gets the stored answer, even after another edit of the same field.
  const accepted = edits[answers.findIndex(({ status }) => status === 200)];
  expect((await edit({ price: 9, expectedVersion: 2 })).body.modifiedCount).toBe(1);
  const repeated = await edit({ price: accepted?.price }, accepted?.key);
  expect([repeated.status, repeated.body.modifiedCount]).toEqual([200, 1]);
  expect(await eventsOf(id)).toHaveLength(3);
});

test('an edit of the videos does not conflict with an edit of other fields', async () => {
  const id = await add();
  const videos = [1, 2, 3, 4, 5].map((module) => `/${module}.webm`);
  const put = (path: string, body: object) =>
    api.call('PUT', `/courses/${id}${path}`, { token: admin.token, body });
  await put('/videos', { videos });
  expect((await put('', { ...courseBody, price: 7, expectedVersion: 1 })).status).toBe(200);
  const withVideos = { ...courseBody, price: 7, videos: null, expectedVersion: 1 };
  expect((await put('', withVideos)).body.code).toBe('conflict');
  expect((await put('', { ...withVideos, expectedVersion: 1.5 })).body.code).toBe('invalid-input');
});

test('removes and restores a course once each', async () => {
  const id = await add();
  const remove = () => api.call('DELETE', `/courses/${id}`, { token: admin.token });
  const restore = () => api.call('POST', `/courses/${id}/restoration`, { token: admin.token });
  expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 1 });
  const again = await remove();
  expect([again.status, again.body.deletedCount]).toEqual([200, 0]);
  const edit = await api.call('PUT', `/courses/${id}`, { token: admin.token, body: courseBody });
  expect(edit.body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
  expect((await restore()).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await restore()).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await eventsOf(id)).map((event) => event.type)).toEqual([
    'CourseAdded',
    'CourseRemoved',
    'CourseRestored',
  ]);
});

test('answers a repetition with the stored answer after the state has changed', async () => {
  const id = await add();
  const key = randomUUID();
  const remove = () => api.call('DELETE', `/courses/${id}`, { token: admin.token, key });
  expect((await remove()).body.deletedCount).toBe(1);
  await api.call('POST', `/courses/${id}/restoration`, { token: admin.token });
  expect((await remove()).body.deletedCount).toBe(1);
  expect((await eventsOf(id)).at(-1)?.type).toBe('CourseRestored');
});

test('reports that nothing matched if the course is unknown', async () => {
  const id = randomUUID();
  const removal = await api.call('DELETE', `/courses/${id}`, { token: admin.token });
  expect([removal.status, removal.body]).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
  const edit = await api.call('PUT', `/courses/${id}`, { token: admin.token, body: courseBody });
  expect([edit.status, edit.body.matchedCount]).toEqual([200, 0]);
});

test('ignores the case of ids', async () => {
  const id = await add();
  const answer = await api.call('DELETE', `/courses/${id.toUpperCase()}`, { token: admin.token });
  expect(answer.body.deletedCount).toBe(1);
});

test.each([
  ['POST', '/courses'],
  ['PUT', '/courses/{id}'],
  ['DELETE', '/courses/{id}'],
  ['POST', '/courses/{id}/restoration'],
])('%s %s refuses visitors with 401 and students with 403', async (method, pattern) => {
  const path = pattern.replace('{id}', randomUUID());
  const options = method === 'DELETE' ? {} : { body: courseBody };
  const visitor = await api.call(method, path, options);
  expect([visitor.status, visitor.body.code]).toEqual([401, 'sign-in-required']);
  expect(visitor.headers.get('www-authenticate')).toBe('Bearer');
  const refused = await api.call(method, path, { ...options, token: student.token });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect(refused.headers.get('log-position')).toBeNull();
});

test('names each invalid field', async () => {
  const answer = await api.call('POST', '/courses', {
    token: admin.token,
    body: { ...courseBody, course_code: 'XYZ', price: 'much', imageUrl: 'javascript:alert(1)', details: ' ' },
  });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  const errors = answer.body.errors as { path: string; message: string }[];
  expect(errors.map((error) => error.path).sort()).toEqual(['course_code', 'details', 'imageUrl', 'price']);
  expect(errors.find((error) => error.path === 'price')?.message).toBe('Price must be a number.');
});

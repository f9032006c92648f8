import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { courseBody, startTestCommandApi, type TestUser } from '#testing/command-api.ts';

const api = await startTestCommandApi();
const admin = await api.registerUser('Admin');
const grace = await api.registerUser('Instructor');
const alan = await api.registerUser('Instructor');
const student = await api.registerUser('Student');

const videos = ['/1.webm', 'https://example.org/2.mp4', 'https://youtu.be/dQw4w9WgXcQ', '/4.webm', '/5.webm'];
const add = (fields: object = {}) =>
  api.call('POST', '/courses', { token: admin.token, body: { ...courseBody, ...fields } });
const addGracesCourse = async () => String((await add({ instructorId: grace.id })).body.insertedId);
const put = (id: string, body: object) =>
  api.call('PUT', `/courses/${id}`, { token: admin.token, body: { ...courseBody, ...body } });
const setVideos = (id: string, user: TestUser, body: unknown = { videos }, key?: string) =>
  api.call('PUT', `/courses/${id}/videos`, { token: user.token, body, ...(key ? { key } : {}) });
const eventsOf = async (id: string) =>
  (await api.reader.readStream(`course-${id}`)).map(({ type, data }) => [type, data]);

test('lets the teacher of a course set its videos, with one event for repeated requests, and remove them', async () => {
  const id = await addGracesCourse();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => setVideos(id, grace, { videos }, key)));
  for (const answer of answers) expect(answer.body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect((await setVideos(id, grace)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await setVideos(id, grace, { videos: null })).body).toMatchObject({ modifiedCount: 1 });
  expect((await eventsOf(id)).slice(1)).toEqual([
    ['CourseEdited', { changes: { videos } }],
    ['CourseEdited', { changes: { videos: null } }],
  ]);
});

test('lets only one of two simultaneous edits change the videos if both expect the same version', async () => {
  const id = await addGracesCourse();
  const edits = [
    { videos, expectedVersion: 1 },
    { videos: videos.toReversed(), expectedVersion: 1 },
  ];
  const answers = await Promise.all(edits.map((body) => setVideos(id, grace, body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
  expect(await eventsOf(id)).toHaveLength(2);
});

test('refuses other Instructors, students, and the former teacher', async () => {
  const id = await addGracesCourse();
  for (const user of [alan, student]) {
    const refused = await setVideos(id, user);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  }
  expect((await setVideos(id, admin)).body).toMatchObject({ modifiedCount: 1 });
  await put(id, { instructorId: alan.id });
  expect((await setVideos(id, grace, { videos: null })).status).toBe(403);
  expect((await setVideos(id, alan, { videos: null })).status).toBe(200);
});

test('refuses other edits by the teacher', async () => {
  const id = await addGracesCourse();
  const body = { ...courseBody, instructorId: grace.id, price: 1 };
  expect((await api.call('PUT', `/courses/${id}`, { token: grace.token, body })).status).toBe(403);
});

test('keeps the teacher and the videos if the request leaves them out, and accepts a course as the client loaded it', async () => {
  const id = await addGracesCourse();
  await setVideos(id, grace);
  expect((await put(id, {})).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  const loaded = { _id: id, instructorId: grace.id.toUpperCase(), videos, addedAt: 'then', updatedAt: 'now' };
  expect((await put(id, loaded)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect((await put(id, { instructorId: null, videos: null })).body).toMatchObject({ modifiedCount: 1 });
  expect((await eventsOf(id)).at(-1)).toEqual([
    'CourseEdited',
    { changes: { instructorId: null, videos: null } },
  ]);
});

test('accepts only Instructors and Admins as the teacher of a course', async () => {
  for (const instructorId of [student.id, randomUUID()]) {
    const refused = await add({ instructorId });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input']);
    expect(refused.body.errors).toMatchObject([{ path: 'instructorId' }]);
  }
  expect((await add({ instructorId: admin.id })).status).toBe(200);
});

test.each([
  ['four videos', videos.slice(1), 'videos'],
  ['six videos', [...videos, '/6.webm'], 'videos'],
  ['a single address', 'https://youtu.be/dQw4w9WgXcQ', 'videos'],
  ['a script', videos.with(2, 'javascript:alert(1)'), 'videos.2'],
  ['an address of another origin without a scheme', videos.with(0, '//example.org/1.webm'), 'videos.0'],
  ['the page of a channel', videos.with(4, 'https://www.youtube.com/@somebody'), 'videos.4'],
  ['an empty address', videos.with(1, '  '), 'videos.1'],
  ['a body without videos', undefined, 'videos'],
])('refuses %s', async (_, invalidVideos, path) => {
  const answer = await setVideos(await addGracesCourse(), grace, { videos: invalidVideos });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input']);
  expect(answer.body.errors).toMatchObject([{ path }]);
});

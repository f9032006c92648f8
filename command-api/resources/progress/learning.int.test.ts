import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { bookmarkIdOf, enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { courseBody, startTestCommandApi, statusAndCode } from '#testing/command-api.ts';

const api = await startTestCommandApi({ servers: 2 });
const admin = await api.registerUser('Admin');
const sam = await api.registerUser();
const eve = await api.registerUser();

const addCourse = async (changes: object = {}) => {
  const body = { ...courseBody, ...changes };
  const answer = await api.call('POST', '/courses', { token: admin.token, body });
  return String(answer.body.insertedId);
};
const post = (path: string, body: object, user = sam, options: object = {}) =>
  api.call('POST', path, { token: user.token, body, ...options });
const typesOf = async (stream: string) => (await api.reader.readStream(stream)).map((event) => event.type);
const startNewCourse = async (user = sam) => {
  const courseId = await addCourse();
  const { body } = await post('/enrolledCourses', { courseId }, user);
  const id = String(body.insertedId);
  await post('/progress', { courseId: id, courseName: 'CSE', userEmail: user.email }, user);
  return { courseId, id };
};
const complete = (id: string, body?: object, server = 0) =>
  api.call('PATCH', `/progress/${id}`, { token: sam.token, server, ...(body ? { body } : {}) });

test('sets one bookmark for simultaneous requests on two servers, and keeps its id after a removal', async () => {
  const courseId = await addCourse();
  const id = bookmarkIdOf(sam.id, courseId);
  const body = { courseId: courseId.toUpperCase(), difficulty: 7, bookmarkedEmail: sam.email.toUpperCase() };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post('/bookmarks', body, sam, { server: index % 2 })),
  );
  for (const answer of answers) expect([answer.status, answer.body.insertedId]).toEqual([200, id]);
  const remove = (user = sam) => api.call('DELETE', `/bookmarks/${id}`, { token: user.token });
  expect((await remove(eve)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect((await remove()).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await remove()).body.deletedCount).toBe(0);
  await post('/bookmarks', body);
  expect(await typesOf(`bookmark-${id}`)).toEqual([
    'CourseBookmarked',
    'BookmarkRemoved',
    'CourseBookmarked',
  ]);
});

test('refuses bookmarks and enrolments for removed courses, and the e-mail addresses of other users', async () => {
  const courseId = await addCourse();
  for (const [path, field] of [
    ['/bookmarks', 'bookmarkedEmail'],
    ['/enrolledCourses', 'userEmail'],
  ] as const) {
    expect(statusAndCode(await post(path, { courseId: randomUUID() }))).toEqual([422, 'no-such-course']);
    expect(statusAndCode(await post(path, { courseId, [field]: eve.email }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await post(path, { courseId: 'seven' }))).toEqual([400, 'invalid-input']);
  }
  await api.call('DELETE', `/courses/${courseId}`, { token: admin.token });
  for (const path of ['/bookmarks', '/enrolledCourses'])
    for (const server of [0, 1])
      expect(statusAndCode(await post(path, { courseId }, sam, { server }))).toEqual([
        409,
        'course-withdrawn',
      ]);
  expect(await typesOf(`enrolment-${enrolmentIdOf(sam.id, courseId)}`)).toEqual([]);
});

test('enrols once for simultaneous requests, and never after a simultaneous removal of the course', async () => {
  const courseId = await addCourse();
  const [removal, ...answers] = await Promise.all([
    api.call('DELETE', `/courses/${courseId}`, { token: admin.token, server: 1 }),
    ...Array.from({ length: 6 }, (_, index) =>
      post('/enrolledCourses', { ...courseBody, courseId }, sam, { server: index % 2 }),
    ),
  ]);
  expect(removal.body.deletedCount).toBe(1);
  const stream = await api.reader.readStream(`enrolment-${enrolmentIdOf(sam.id, courseId)}`);
  const [, removed] = await api.reader.readStream(`course-${courseId}`);
  expect(stream.length).toBeLessThanOrEqual(1);
  for (const event of stream) expect(event.position).toBeLessThan(removed?.position ?? 0);
  // If one request was faster than the removal, all requests are answered with its enrolment. Otherwise all requests are refused.
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => (stream.length === 1 ? status === 200 : status === 409))).toBe(true);
});

test('finds a course by code and name if the client sends no id', async () => {
  const name = `Found ${randomUUID()}`;
  const courseId = await addCourse({ course_name: name });
  const db = new Client({ connectionString: api.databaseUrl });
  await db.connect();
  // Stands in for the projector, which this folder may not import.
  await db.query(
    `insert into read.courses select $1, 'CSE', $2, '2', '7', 'Engineering', '', '', 1, '/a', false, '', now(), now(), 1, 1`,
    [courseId, name],
  );
  const { rows } = await db.query<{ head: string }>('select max(position) as head from log.events');
  // The checkpoint is ahead of the log, so that no lookup waits for the events that follow.
  await db.query(`update read.checkpoints set position = $1 + 50 where model = 'courses'`, [rows[0]?.head]);
  const loadedCourse = { ...courseBody, course_name: name, price: '120', userEmail: sam.email };
  const key = randomUUID();
  const answer = await post('/enrolledCourses', loadedCourse, sam, { key });
  expect([answer.status, answer.body.insertedId]).toEqual([200, enrolmentIdOf(sam.id, courseId)]);
  expect(statusAndCode(await post('/enrolledCourses', { ...loadedCourse, course_name: 'No such' }))).toEqual([
    422,
    'no-such-course',
  ]);
  const nameless = await post('/enrolledCourses', { course_code: 'CSE' });
  expect(statusAndCode(nameless)).toEqual([400, 'invalid-input']);
  // The answer was lost and the course was renamed: a repetition still gets the same answer.
  await db.query('update read.courses set name = name || $2 where id = $1', [courseId, ' again']);
  await db.end();
  expect((await post('/enrolledCourses', loadedCourse, sam, { key })).body).toEqual(answer.body);
});

test('starts a course once, with the id of the enrolment or of the course, and keeps the progress of a student who leaves and returns', async () => {
  const { courseId, id } = await startNewCourse();
  const again = await post('/progress', { courseId }, sam, { server: 1 });
  expect(again.body).toEqual({ acknowledged: true, insertedId: id });
  await complete(id, { module: 1 });
  const leave = (user = sam) => api.call('DELETE', `/enrolledCourses/${id}`, { token: user.token });
  expect((await leave(eve)).body.deletedCount).toBe(0);
  expect((await leave()).body.deletedCount).toBe(1);
  expect(statusAndCode(await complete(id, { module: 2 }))).toEqual([409, 'conflict']);
  expect(statusAndCode(await post('/progress', { courseId: id }))).toEqual([409, 'conflict']);
  await post('/enrolledCourses', { courseId });
  expect((await complete(id, { module: 2 })).body).toMatchObject({ modifiedCount: 1, completedModules: 2 });
  expect(await typesOf(`enrolment-${id}`)).toEqual([
    'StudentEnrolled',
    'CourseStarted',
    'ModuleCompleted',
    'StudentLeft',
    'StudentEnrolled',
    'ModuleCompleted',
  ]);
  // Another student's enrolment is answered as if it were unknown.
  expect(statusAndCode(await post('/progress', { courseId: id }, eve))).toEqual([409, 'conflict']);
  const byEve = await api.call('PATCH', `/progress/${id}`, { token: eve.token });
  expect(byEve.body).toMatchObject({ matchedCount: 0, completedModules: 0 });
  expect(statusAndCode(await post('/progress', { courseId: await addCourse() }))).toEqual([409, 'conflict']);
});

test('completes five modules in order, each once for simultaneous requests on two servers', async () => {
  const { id } = await startNewCourse();
  expect(statusAndCode(await complete(id, { module: 2 }))).toEqual([409, 'conflict']);
  for (const module of [1, 2, 3, 4]) {
    const answers = await Promise.all(
      [0, 1, 0, 1].map((server) => complete(id, { module: String(module) }, server)),
    );
    expect(answers.map(({ body }) => body.completedModules)).toEqual([module, module, module, module]);
    expect(answers.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
  }
  // Without a body, the next module is completed. A repetition has the same key.
  const key = randomUUID();
  const completeNext = () => api.call('PATCH', `/progress/${id}`, { token: sam.token, key });
  const first = await completeNext();
  expect(first.body).toEqual({
    acknowledged: true,
    matchedCount: 1,
    modifiedCount: 1,
    upsertedCount: 0,
    upsertedId: null,
    completedModules: 5,
  });
  expect((await completeNext()).body).toEqual(first.body);
  expect(statusAndCode(await complete(id))).toEqual([409, 'course-complete']);
  expect(statusAndCode(await complete(id, { module: 6 }))).toEqual([409, 'course-complete']);
  expect(statusAndCode(await complete(id, { module: 1.5 }))).toEqual([400, 'invalid-input']);
  const modules = (await api.reader.readStream(`enrolment-${id}`)).flatMap((event) =>
    event.type === 'ModuleCompleted' ? event.data.module : [],
  );
  expect(modules).toEqual([1, 2, 3, 4, 5]);
});

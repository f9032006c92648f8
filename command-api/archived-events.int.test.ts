import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { courseBody, startTestCommandApi, statusAndCode } from '#testing/command-api.ts';
import { registrationBody } from './testing/registration-body.ts';

const eventsPerSegment = 4;

/**
 * Starts a command-api with an Admin, a course, and a student who is enrolled in it. Archives their events, and then starts a second
 * server, which has read none of these events.
 * @param environment the settings of the object store; by default, the servers can reach it.
 */
const startWithArchivedCourse = async (environment?: Record<string, string>) => {
  const { url, store } = createArchiveFolder();
  const api = await startTestCommandApi({ environment: environment ?? { ARCHIVE_URL: url } });
  const { admin, student } = await api.registerAll({ admin: 'Admin', student: 'Student' });
  const key = randomUUID();
  const add = () => api.call('POST', '/courses', { token: admin.token, body: courseBody, key });
  const course = String((await add()).body.insertedId);
  const put = (path: string, changes: object, server = 1) =>
    api.call('PUT', `/courses/${course}${path}`, {
      token: admin.token,
      body: { ...courseBody, ...changes },
      server,
    });
  await put('', { price: 7 }, 0);
  const enrol = (courseId: string, server = 1) =>
    api.call('POST', '/enrolledCourses', { token: student.token, body: { courseId }, server });
  const otherCourse = await api.addCourse(admin);
  const enrolment = String((await enrol(course, 0)).body.insertedId);
  const leave = () =>
    api.call('DELETE', `/enrolledCourses/${enrolment}`, { token: student.token, server: 1 });
  const lastArchived = await api.reader.head();
  for (let number = 0; number < 2 * eventsPerSegment; number += 1) await api.addCourse(admin);
  await createSealer({ pool: api.pool, pageSize: eventsPerSegment }).sealUpTo();
  await archiveEverything(api.databaseUrl, store, { eventsPerSegment });
  const { rows } = await api.pool.query('select log.archived_head()::int as head');
  expect(rows[0].head).toBeGreaterThanOrEqual(lastArchived);
  await api.addServer();
  return { api, admin, course, otherCourse, put, add, enrol, leave };
};

test('decides from archived events, and appends to their streams', async () => {
  const { api, admin, course, put, add, leave } = await startWithArchivedCourse();
  // Without archived events, the user would be unknown, and the course missing.
  expect((await put('', { price: 7 })).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect(statusAndCode(await put('', { price: 8, expectedVersion: 1 }))).toEqual([409, 'conflict']);
  expect((await put('', { price: 8, expectedVersion: 2 })).body).toMatchObject({ modifiedCount: 1 });
  // A repetition of the command gets its stored answer, although its event is archived.
  expect((await add()).body.insertedId).toBe(course);
  const registration = await api.call('POST', '/users', {
    token: admin.token,
    body: registrationBody(admin.email),
    server: 1,
  });
  expect([registration.status, registration.body.insertedId]).toEqual([200, admin.id]);
  const { rows } = await api.pool.query(
    'select version, data::text from log.events where stream = $1 order by version',
    [`course-${course}`],
  );
  expect(rows).toEqual([{ version: 3, data: '{"changes":{"price":8}}' }]);
  expect((await leave()).status).toBe(200);
});

const unreachableStore = {
  ARCHIVE_URL: 's3://archive/school',
  ARCHIVE_S3_ENDPOINT: 'http://127.0.0.1:1',
  ARCHIVE_S3_ACCESS_KEY_ID: 'key',
  ARCHIVE_S3_SECRET_ACCESS_KEY: 'secret',
};

test.each([
  ['no object store is configured', {}],
  ['the object store cannot be reached', unreachableStore],
])(
  'if %s, decisions on archived users and courses succeed, and a decision on another archived record gets 503',
  async (_, environment) => {
    const { api, otherCourse, put, enrol, leave } = await startWithArchivedCourse(environment);
    expect((await put('', { price: 8, expectedVersion: 2 })).body).toMatchObject({ modifiedCount: 1 });
    expect((await enrol(otherCourse)).status).toBe(200);
    const head = async () =>
      (await api.pool.query('select max(position)::int as head from log.events')).rows[0].head;
    const before = await head();
    expect(statusAndCode(await leave())).toEqual([503, 'unavailable']);
    expect(await head()).toBe(before);
  },
);

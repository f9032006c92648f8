import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { courseBody, startTestCommandApi, statusAndCode } from '#testing/command-api.ts';

const eventsPerSegment = 4;

/** Starts a command-api with an Admin and a course, archives all events up to then, and starts another server that has read none of them. */
const startWithArchivedCourse = async ({ hasObjectStore }: { hasObjectStore: boolean }) => {
  const { url, store } = createArchiveFolder();
  const api = await startTestCommandApi({ environment: hasObjectStore ? { ARCHIVE_URL: url } : {} });
  const admin = await api.registerUser('Admin');
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
  const lastArchived = await api.reader.head();
  for (let number = 0; number < 2 * eventsPerSegment; number += 1) await api.addCourse(admin);
  await createSealer({ pool: api.pool, pageSize: eventsPerSegment }).sealUpTo();
  await archiveEverything(api.databaseUrl, store, { eventsPerSegment });
  const { rows } = await api.pool.query('select log.archived_head()::int as head');
  expect(rows[0].head).toBeGreaterThanOrEqual(lastArchived);
  await api.addServer();
  return { api, admin, course, put, add };
};

test('decides from archived events, and appends to their streams', async () => {
  const { api, admin, course, put, add } = await startWithArchivedCourse({ hasObjectStore: true });
  // Without archived events, the user would be unknown, and the course missing.
  expect((await put('', { price: 7 })).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect(statusAndCode(await put('', { price: 8, expectedVersion: 1 }))).toEqual([409, 'conflict']);
  expect((await put('', { price: 8, expectedVersion: 2 })).body).toMatchObject({ modifiedCount: 1 });
  // A repetition of the command gets its stored answer, although its event is archived.
  expect((await add()).body.insertedId).toBe(course);
  const registration = await api.call('POST', '/users', {
    token: admin.token,
    body: { name: 'Again', email: admin.email, image: '/face.svg' },
    server: 1,
  });
  expect(registration.status).toBeLessThan(500);
  const { rows } = await api.pool.query(
    'select version, data::text from log.events where stream = $1 order by version',
    [`course-${course}`],
  );
  expect(rows).toEqual([{ version: 3, data: '{"changes":{"price":8}}' }]);
});

test('answers 503 and writes nothing if a decision needs archived events and there is no object store', async () => {
  const { api, put } = await startWithArchivedCourse({ hasObjectStore: false });
  const head = async () =>
    (await api.pool.query('select max(position)::int as head from log.events')).rows[0].head;
  const before = await head();
  expect(statusAndCode(await put('', { price: 8 }))).toEqual([503, 'unavailable']);
  expect(await head()).toBe(before);
});

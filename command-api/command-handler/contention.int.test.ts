import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { holdAppendLock } from '#events/testing/hold-append-lock.ts';
import { userIdOf } from '#platform/identity/record-ids.ts';
import {
  courseBody,
  startTestCommandApi,
  statusAndCode,
  type TestCommandApi,
  type TestResponse,
} from '#testing/command-api.ts';
import { registrationBody } from '../testing/registration-body.ts';

/** For tests that wait until an append fails. */
const shortTimeout = { APPEND_TIMEOUT_MS: '4000' };

test('executes each of many simultaneous edits on two servers, or answers it with 503', async () => {
  const api = await startTestCommandApi({ servers: 2 });
  const admin = await api.registerUser('Admin');
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, request) =>
      api.call('PUT', `/courses/${body.insertedId}`, {
        token: admin.token,
        body: { ...courseBody, price: request + 1_000 },
        server: request % 2,
      }),
    ),
  );
  for (const answer of answers) expect([200, 503]).toContain(answer.status);
  const accepted = answers.filter((answer) => answer.status === 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(accepted.every((answer) => answer.body.modifiedCount === 1)).toBe(true);
  const events = await api.reader.readStream(`course-${body.insertedId}`);
  expect(events.slice(1).map((event) => String(event.position))).toEqual(
    accepted.map((answer) => answer.headers.get('log-position')).sort((a, b) => Number(a) - Number(b)),
  );
});

test('executes simultaneous repetitions on two servers once, with the same answer', async () => {
  const api = await startTestCommandApi({ servers: 2 });
  const admin = await api.registerUser('Admin');
  for (let round = 0; round < 5; round += 1) {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, request) =>
        api.call('POST', '/courses', { token: admin.token, body: courseBody, key, server: request % 2 }),
      ),
    );
    const distinctAnswers = answers.map(({ status, body, headers }) =>
      [status, body.insertedId, headers.get('log-position')].join(' '),
    );
    expect(new Set(distinctAnswers).size).toBe(1);
    expect(await api.reader.readStream(`course-${answers[0]?.body.insertedId}`)).toHaveLength(1);
  }
});

test('answers with 503 while the database is unreachable, and executes a repetition once afterwards', async () => {
  const api = await startTestCommandApi({ environment: shortTimeout });
  const admin = await api.registerUser('Admin');
  const key = randomUUID();
  const add = () => api.call('POST', '/courses', { token: admin.token, body: courseBody, key });
  api.databaseProxy.block();
  const failed = await add();
  expect([failed.status, failed.body.code]).toEqual([503, 'unavailable']);
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${api.address()}/readyz`)).status).toBe(503);
  expect((await fetch(`${api.address()}/healthz`)).status).toBe(200);
  // A user whose stream is not cached gets the same answer.
  const stranger = await api.call('DELETE', `/users/${randomUUID()}`, {
    token: api.identityProvider.token(),
  });
  expect(stranger.status).toBe(503);
  api.databaseProxy.unblock();
  await expect.poll(async () => (await add()).status).toBe(200);
  const { body } = await add();
  expect(await api.reader.readStream(`course-${body.insertedId}`)).toHaveLength(1);
  await expect.poll(async () => (await fetch(`${api.address()}/readyz`)).status).toBe(200);
});

test('answers with 503 if the connections break after the append, and gives a repetition the stored answer', async () => {
  let isBreaking = true;
  const api: TestCommandApi = await startTestCommandApi({
    beforeAnsweringRegistration: async () => {
      if (isBreaking) api.databaseProxy.block();
    },
  });
  const uid = randomUUID();
  const email = `${uid}@school.example`;
  const token = api.identityProvider.token({ uid, email });
  const key = randomUUID();
  const register = () => api.call('POST', '/users', { token, body: registrationBody(email), key });
  const failed = await register();
  expect(statusAndCode(failed)).toEqual([503, 'unavailable']);
  expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(failed.headers.get('log-position')).toBeNull();
  const eventsOfUser = () => api.reader.readStream(`user-${userIdOf(uid)}`);
  expect(await eventsOfUser()).toHaveLength(1);
  isBreaking = false;
  api.databaseProxy.unblock();
  await expect.poll(async () => (await register()).status).toBe(200);
  expect((await register()).body.insertedId).toBe(userIdOf(uid));
  expect(await eventsOfUser()).toHaveLength(1);
});

test('answers with 503 while another session holds the lock of the log', async () => {
  const api = await startTestCommandApi({ environment: shortTimeout });
  const admin = await api.registerUser('Admin');
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  const edit = (price: number) =>
    api.call('PUT', `/courses/${body.insertedId}`, { token: admin.token, body: { ...courseBody, price } });
  const releaseLock = await holdAppendLock(api.databaseUrl);
  const answers = await Promise.all([edit(1), edit(2), edit(3)]);
  await releaseLock();
  for (const answer of answers) {
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  }
  expect((await edit(4)).body.modifiedCount).toBe(1);
  const events = await api.reader.readStream(`course-${body.insertedId}`);
  expect(events.map((event) => event.type)).toEqual(['CourseAdded', 'CourseEdited']);
});

test('lets a command wait for an earlier command on its stream as long as APPEND_TIMEOUT_MS allows', async () => {
  const api = await startTestCommandApi({ environment: { APPEND_TIMEOUT_MS: '60000' } });
  const admin = await api.registerUser('Admin');
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  const edit = (price: number) =>
    api.call('PUT', `/courses/${body.insertedId}`, { token: admin.token, body: { ...courseBody, price } });
  const releaseLock = await holdAppendLock(api.databaseUrl);
  const answers = Promise.all([edit(1), edit(2), edit(3)]);
  // Longer than the default timeout of 2 s.
  await sleep(2_500);
  await releaseLock();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('appends the event of every acknowledged command exactly once while connections break', async () => {
  const api = await startTestCommandApi();
  const admin = await api.registerUser('Admin');
  let isBreaking = true;
  const acknowledged: TestResponse[] = [];
  const breaking = (async () => {
    for (let outage = 0; outage < 6; outage += 1) {
      // Waits for an acknowledgement, because other requests are in progress right after it.
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
      api.databaseProxy.block();
      api.databaseProxy.unblock();
    }
  })().finally(() => {
    isBreaking = false;
  });
  const addCourses = async () => {
    while (isBreaking) {
      const answer = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 200) acknowledged.push(answer);
    }
  };
  await Promise.all([breaking, addCourses(), addCourses(), addCourses(), addCourses()]);
  for (const answer of acknowledged) {
    const events = await api.reader.readStream(`course-${answer.body.insertedId}`);
    expect(events.map((event) => event.type)).toEqual(['CourseAdded']);
  }
});

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { type Answer, courseBody, startTestCommandApi } from '../testing/command-api.ts';

test('many who edit one course at once on two servers: each is done or told to come again, none is lost or refused falsely', async () => {
  await using api = await startTestCommandApi({ servers: 2 });
  const admin = await api.person('Admin');
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      api.call('PUT', `/courses/${body.insertedId}`, {
        token: admin.token,
        body: { ...courseBody, price: i + 1_000 },
        server: i % 2,
      }),
    ),
  );
  for (const answer of answers) expect([200, 503]).toContain(answer.status);
  const done = answers.filter((answer) => answer.status === 200);
  expect(done.length).toBeGreaterThan(0);
  expect(done.every((answer) => answer.body.modifiedCount === 1)).toBe(true);
  const events = await api.reader.readStream(`course-${body.insertedId}`);
  expect(events.slice(1).map((event) => String(event.position))).toEqual(
    done.map((answer) => answer.headers.get('log-position')).sort((a, b) => Number(a) - Number(b)),
  );
});

test('one act sent to two servers at once, many times: done once, and all hear the same', async () => {
  await using api = await startTestCommandApi({ servers: 2 });
  const admin = await api.person('Admin');
  for (let round = 0; round < 5; round += 1) {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        api.call('POST', '/courses', { token: admin.token, body: courseBody, key, server: i % 2 }),
      ),
    );
    const told = answers.map(({ status, body, headers }) =>
      [status, body.insertedId, headers.get('log-position')].join(' '),
    );
    expect(new Set(told).size).toBe(1);
    expect(await api.reader.readStream(`course-${answers[0]?.body.insertedId}`)).toHaveLength(1);
  }
});

test('the line to the database is lost: 503 with Retry-After; mended, the same key does it once', async () => {
  await using api = await startTestCommandApi();
  const admin = await api.person('Admin');
  const key = randomUUID();
  const add = () => api.call('POST', '/courses', { token: admin.token, body: courseBody, key });
  api.line.cut();
  const refused = await add();
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${api.address()}/readyz`)).status).toBe(503);
  expect((await fetch(`${api.address()}/healthz`)).status).toBe(200);
  // Somebody whose stream is not known here yet is told the same.
  const stranger = await api.call('DELETE', `/users/${randomUUID()}`, { token: api.provider.token() });
  expect(stranger.status).toBe(503);
  api.line.mend();
  await expect.poll(async () => (await add()).status).toBe(200);
  const { body } = await add();
  expect(await api.reader.readStream(`course-${body.insertedId}`)).toHaveLength(1);
  expect((await fetch(`${api.address()}/readyz`)).status).toBe(200);
});

test('the log is held by somebody for too long: who waits is told to come again, and later all goes on', async () => {
  await using api = await startTestCommandApi();
  const admin = await api.person('Admin');
  const { body } = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
  const edit = (price: number) =>
    api.call('PUT', `/courses/${body.insertedId}`, { token: admin.token, body: { ...courseBody, price } });
  const holder = new Client({ connectionString: api.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  // The lock of every append.
  await holder.query('select pg_advisory_xact_lock(4115200)');
  const answers = await Promise.all([edit(1), edit(2), edit(3)]);
  await holder.query('rollback');
  await holder.end();
  for (const answer of answers) {
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  }
  expect((await edit(4)).body.modifiedCount).toBe(1);
  const events = await api.reader.readStream(`course-${body.insertedId}`);
  expect(events.map((event) => event.type)).toEqual(['CourseAdded', 'CourseEdited']);
});

test('a line that breaks again and again in the middle of appends: what was acknowledged is there once', async () => {
  await using api = await startTestCommandApi();
  const admin = await api.person('Admin');
  let going = true;
  const acknowledged: Answer[] = [];
  const breaking = (async () => {
    for (let i = 0; i < 6; i += 1) {
      // One has just been acknowledged: the others are on their way.
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
      api.line.cut();
      api.line.mend();
    }
  })().finally(() => {
    going = false;
  });
  const ask = async () => {
    while (going) {
      const answer = await api.call('POST', '/courses', { token: admin.token, body: courseBody });
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 200) acknowledged.push(answer);
    }
  };
  await Promise.all([breaking, ask(), ask(), ask(), ask()]);
  for (const answer of acknowledged) {
    const events = await api.reader.readStream(`course-${answer.body.insertedId}`);
    expect(events.map((event) => event.type)).toEqual(['CourseAdded']);
  }
});

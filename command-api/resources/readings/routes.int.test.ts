import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NewReading } from '#contract/schemas/readings.ts';
import { startTestCommandApi, type TestUser } from '#testing/command-api.ts';

let now = new Date('2026-03-05T08:15:00Z');
const api = await startTestCommandApi({ servers: 2, clock: () => now });

const record = ({ token }: TestUser, body: NewReading, options: { server?: number; key?: string } = {}) =>
  api.call('POST', '/readings', { token, body, key: randomUUID(), ...options });

/** Returns the events of the readings of an Admin in log order. */
const readingEventsOf = async ({ id }: TestUser) =>
  (await api.reader.readPage(0, 1_000)).events.filter(
    ({ type, metadata: { actor } }) =>
      type === 'PersonalDataRead' && actor !== null && 'id' in actor && actor.id === id,
  );
const readingsOf = async (admin: TestUser) => (await readingEventsOf(admin)).map(({ data }) => data);
const countStoredAnswers = async () =>
  (await api.pool.query<{ count: number }>('select count(*)::int as count from log.commands')).rows[0]?.count;

test('records a reading once per hour, whatever its key, and stores no answers', async () => {
  const { admin, student } = await api.registerAll({ admin: 'Admin', student: 'Student' });
  const body = { what: 'notes', userId: student.id } as const;
  const before = await countStoredAnswers();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, request) => record(admin, body, { server: request % 2 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await record(admin, body)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  expect(await readingsOf(admin)).toEqual([body]);
  now = new Date('2026-03-05T09:00:00Z');
  expect((await record(admin, body)).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(await readingsOf(admin)).toEqual([body, body]);
  expect(await countStoredAnswers()).toBe(before);
});

test('records every reading, even if the Admin has used the same key for another reading', async () => {
  const { admin, student } = await api.registerAll({ admin: 'Admin', student: 'Student' });
  const key = randomUUID();
  const readings = [
    { what: 'users', userId: null },
    { what: 'notes', userId: student.id },
    { what: 'profile', userId: student.id },
  ] as const;
  for (const body of readings) expect((await record(admin, body, { key })).status).toBe(200);
  expect(await readingsOf(admin)).toEqual(readings);
  // The History page relates the events of one command id.
  const commandIds = (await readingEventsOf(admin)).map(({ commandId }) => commandId);
  expect(new Set(commandIds).size).toBe(readings.length);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { closeAfterTests } from '#platform/testing/close-after-tests.ts';
import { appendRequest, courseAdded, openTestLog, userRegistered } from '../../testing/test-log.ts';
import type { AppendRequest, Budget } from '../log.ts';
import { openAppender } from './appender.ts';

const log = await openTestLog();

/** Opens an appender with a budget, as another process would. */
const openAppenderWithBudget = (budget: Budget) => {
  const appender = openAppender({
    connectionString: log.url,
    vault: log.vault,
    role: 'lyceum_command',
    budget,
  });
  closeAfterTests({ [Symbol.asyncDispose]: () => appender.close() });
  return appender;
};
const eventsOnly = (maxEvents: number): Budget => ({ maxEvents, maxBytes: null });

const addBy = (person: string, events = 1, request: Partial<AppendRequest> = {}) =>
  appendRequest({
    metadata: { actor: { id: person, role: 'Admin' }, correlationId: 'test' },
    writes: [
      {
        stream: `course-${randomUUID()}`,
        expectedVersion: 0,
        events: Array.from({ length: events }, (_, n) => courseAdded(`Course ${n}`)),
      },
    ],
    ...request,
  });
const withKey = (answer = 'done') => ({
  command: { key: randomUUID(), bodyHash: '', answer: { status: 200, body: answer } },
});
const spentBy = async (person: string) =>
  (
    await log.pool.query<{ events: number; bytes: number }>(
      'select events::float8 as events, bytes::float8 as bytes from log.budgets where person = $1',
      [person],
    )
  ).rows[0];
const appendedBy = async (person: string) =>
  (
    await log.pool.query<{ count: number }>(
      "select count(*)::int as count from log.events where metadata -> 'actor' ->> 'id' = $1",
      [person],
    )
  ).rows[0]?.count;

test('accepts exactly as many events as the budget allows from concurrent appends of two processes', async () => {
  const appenders = [openAppenderWithBudget(eventsOnly(50)), openAppenderWithBudget(eventsOnly(50))];
  const one = randomUUID();
  const other = randomUUID();
  const results = await Promise.all(
    Array.from({ length: 240 }, async (_, n) => {
      const person = n % 3 === 0 ? other : one;
      const { outcome } = (await appenders[n % 2]?.append(addBy(person))) ?? { outcome: 'none' };
      return [person, outcome] as const;
    }),
  );
  for (const person of [one, other]) {
    const outcomes = results.filter(([by]) => by === person).map(([, outcome]) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'over-budget')).toHaveLength(outcomes.length - 50);
    expect([await appendedBy(person), (await spentBy(person))?.events]).toEqual([50, 50]);
  }
  expect(await openAppenderWithBudget(eventsOnly(50)).append(addBy(randomUUID()))).toMatchObject({
    outcome: 'appended',
  });
});

test('counts a reserve with the first append of a person, and nothing while the reserve lasts', async () => {
  const appender = openAppenderWithBudget(eventsOnly(2_000));
  const person = randomUUID();
  const counts: (number | undefined)[] = [];
  for (let request = 0; request < 22; request += 1) {
    expect((await appender.append(addBy(person))).outcome).toBe('appended');
    counts.push((await spentBy(person))?.events);
  }
  // The first event and a reserve of 20, then the 22nd event and another reserve.
  expect([counts[0], counts[20], counts[21]]).toEqual([21, 21, 42]);
});

test('never exceeds the budget with reserves of several processes, and leaves at most five reserves unused', async () => {
  const maxEvents = 200;
  const reserve = 2;
  const appenders = [
    openAppenderWithBudget(eventsOnly(maxEvents)),
    openAppenderWithBudget(eventsOnly(maxEvents)),
  ];
  const person = randomUUID();
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, n) => appenders[n % 2]?.append(addBy(person))),
  );
  const accepted = results.filter((result) => result?.outcome === 'appended').length;
  expect(await appendedBy(person)).toBe(accepted);
  expect(accepted).toBeLessThanOrEqual(maxEvents);
  // Each of the two processes has two connections, so it may have two unused reserves. One more reserve may stay uncounted,
  // because the database refuses requests as soon as no more than one reserve of the budget is left.
  expect(accepted).toBeGreaterThanOrEqual(maxEvents - 5 * reserve);
  expect(results.filter((result) => result?.outcome === 'over-budget')).toHaveLength(300 - accepted);
});

test('gives back to the reserve what conflicts and repetitions have taken from it', async () => {
  const appender = openAppenderWithBudget(eventsOnly(2_000));
  const person = randomUUID();
  const request = addBy(person, 1, withKey());
  expect((await appender.append(request)).outcome).toBe('appended');
  const conflicting = addBy(person, 1, { writes: request.writes });
  for (let round = 0; round < 15; round += 1) {
    expect((await appender.append(request)).outcome).toBe('repeated');
    expect((await appender.append(conflicting)).outcome).toBe('conflict');
  }
  for (let round = 0; round < 20; round += 1)
    expect((await appender.append(addBy(person))).outcome).toBe('appended');
  expect((await spentBy(person))?.events).toBe(21);
});

test('gives back to the reserve what failed appends have taken from it', async () => {
  const appender = openAppenderWithBudget(eventsOnly(2_000));
  const person = randomUUID();
  expect((await appender.append(addBy(person))).outcome).toBe('appended');
  // Simulates a failure that the appender does not expect.
  await log.pool.query(
    `alter table log.events add constraint not_bad check (data ->> 'name' is distinct from 'bad') not valid`,
  );
  const failing = (): AppendRequest => ({
    ...addBy(person),
    writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('bad')] }],
  });
  for (let round = 0; round < 5; round += 1) {
    const results = await Promise.allSettled([appender.append(failing()), appender.append(failing())]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  }
  await log.pool.query('alter table log.events drop constraint not_bad');
  for (let round = 0; round < 20; round += 1)
    expect((await appender.append(addBy(person))).outcome).toBe('appended');
  expect((await spentBy(person))?.events).toBe(21);
});

test('accepts the request that crosses the limit as the last one, alone or in a batch', async () => {
  const appender = openAppenderWithBudget(eventsOnly(10));
  for (const isConcurrent of [false, true]) {
    const person = randomUUID();
    const requests = Array.from({ length: 5 }, () => addBy(person, 4));
    const appends: Promise<{ outcome: string }>[] = [];
    for (const request of requests) {
      const append = appender.append(request);
      appends.push(append);
      if (!isConcurrent) await append;
    }
    const results = await Promise.all(appends);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'appended',
      'appended',
      'appended',
      'over-budget',
      'over-budget',
    ]);
    expect((await spentBy(person))?.events).toBe(12);
  }
});

test('log.append_one appends nothing if the caller passes a budget, as an earlier release does; the caller then sends a batch', async () => {
  const person = randomUUID();
  const stream = `course-${randomUUID()}`;
  const client = await log.pool.connect();
  try {
    await client.query("set search_path = pg_catalog, pg_temp; set lyceum.knows_archive = 'on'");
    const { rows } = await client.query(
      `select log.append_one($1, '{}', $2, 0, 'CourseRemoved', 1, '{}', null, null, null, null, null, null, $3, 1, true, 9, 9)`,
      [randomUUID(), stream, person],
    );
    expect(rows).toEqual([{ append_one: null }]);
  } finally {
    client.release(true);
  }
  expect(await log.reader.readStream(stream)).toEqual([]);
  expect(await spentBy(person)).toBeUndefined();
});

test('counts the bytes of events, even if each is appended alone, and of the answers of commands without events', async () => {
  const appender = openAppenderWithBudget({ maxEvents: null, maxBytes: 30_000 });
  const person = randomUUID();
  const long = () =>
    addBy(person, 1, {
      writes: [
        { stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('ক'.repeat(3_000))] },
      ],
    });
  const outcomes = [];
  for (let request = 0; request < 6; request += 1) outcomes.push((await appender.append(long())).outcome);
  // A Bengali letter has three bytes, so each event has more than 9,000 bytes, and the fourth event crosses the limit.
  expect(outcomes).toEqual(['appended', 'appended', 'appended', 'appended', 'over-budget', 'over-budget']);
  const other = randomUUID();
  const noOp = () => addBy(other, 1, { writes: [], ...withKey('x'.repeat(10_000)) });
  for (let request = 0; request < 3; request += 1)
    expect((await appender.append(noOp())).outcome).toBe('appended');
  expect((await appender.append(noOp())).outcome).toBe('over-budget');
});

test('answers a repetition even if the budget is spent, and does not count it again', async () => {
  const appender = openAppenderWithBudget(eventsOnly(2));
  const person = randomUUID();
  const first = addBy(person, 1, withKey('first'));
  const second = addBy(person, 1, withKey('second'));
  for (const request of [first, second]) expect((await appender.append(request)).outcome).toBe('appended');
  const spent = await spentBy(person);
  expect(await appender.append(first)).toMatchObject({ outcome: 'repeated', answer: { body: 'first' } });
  const batch = await Promise.all([first, addBy(person), second].map((request) => appender.append(request)));
  expect(batch.map(({ outcome }) => outcome)).toEqual(['repeated', 'over-budget', 'repeated']);
  expect(await spentBy(person)).toEqual(spent);
});

test('does not count a conflict, and reports it even if the budget is spent', async () => {
  const appender = openAppenderWithBudget(eventsOnly(1));
  const person = randomUUID();
  const request = addBy(person);
  expect((await appender.append(request)).outcome).toBe('appended');
  const conflicting = { ...request, commandId: randomUUID() };
  expect((await appender.append(conflicting)).outcome).toBe('conflict');
  expect((await spentBy(person))?.events).toBe(1);
});

test('counts a request that may exceed the budget, and never refuses it', async () => {
  const appender = openAppenderWithBudget(eventsOnly(1));
  const person = randomUUID();
  await appender.append(addBy(person));
  const removal = () => addBy(person, 1, { mayExceedBudget: true });
  expect((await appender.append(removal())).outcome).toBe('appended');
  const batch = await Promise.all(
    [removal(), addBy(person), removal()].map((request) => appender.append(request)),
  );
  expect(batch.map(({ outcome }) => outcome)).toEqual(['appended', 'over-budget', 'appended']);
  expect((await spentBy(person))?.events).toBe(4);
});

test('begins each day with a full budget', async () => {
  const appender = openAppenderWithBudget(eventsOnly(2));
  const person = randomUUID();
  await appender.append(addBy(person, 2));
  expect((await appender.append(addBy(person))).outcome).toBe('over-budget');
  const moveToYesterday = () =>
    log.pool.query('update log.budgets set day = day - 1 where person = $1', [person]);
  await moveToYesterday();
  expect((await appender.append(addBy(person))).outcome).toBe('appended');
  expect((await spentBy(person))?.events).toBe(1);
  await moveToYesterday();
  expect((await appender.append(addBy(person, 2))).outcome).toBe('appended');
  expect((await spentBy(person))?.events).toBe(2);
});

test('forgets the count of a person whose key is destroyed, and does not count actors that are systems', async () => {
  const appender = openAppenderWithBudget(eventsOnly(1));
  const id = randomUUID();
  const stream = `user-${id}`;
  const by = { metadata: { actor: { id, role: 'Student' as const }, correlationId: 'test' } };
  await appender.append(
    appendRequest({ ...by, writes: [{ stream, expectedVersion: 0, events: [userRegistered('ada')] }] }),
  );
  expect((await spentBy(id))?.events).toBe(1);
  const removed = await appender.append(
    appendRequest({
      ...by,
      writes: [{ stream, expectedVersion: 1, events: [{ type: 'UserRemoved', data: {} }] }],
      destroyKeysOf: [id],
      mayExceedBudget: true,
    }),
  );
  expect([removed.outcome, await spentBy(id)]).toEqual(['appended', undefined]);
  for (let request = 0; request < 3; request += 1) {
    const { outcome } = await appender.append({ ...addBy(id), metadata: appendRequest({}).metadata });
    expect(outcome).toBe('appended');
  }
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openReplicatedDatabase, type ReplicatedDatabase } from '#platform/testing/replicated-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import type { CourseEvent } from '../catalogue/streams/course.ts';
import type { UserEvent } from '../catalogue/streams/user.ts';
import {
  appendRequest,
  courseAdded,
  openTestLog,
  type TestLog,
  userRegistered,
} from '../testing/test-log.ts';
import type { Aggregate } from './aggregate.ts';
import { createCommandExecutor } from './command-executor.ts';

type Prices = readonly number[];
const course: Aggregate<Prices, CourseEvent> = {
  name: 'course',
  initial: [],
  evolve: (state, event) =>
    event.type === 'CourseEdited' ? [...state, event.data.changes.price ?? 0] : state,
};
const user: Aggregate<{ isAdmin: boolean }, UserEvent> = {
  name: 'user',
  initial: { isAdmin: false },
  evolve: (state, event) =>
    event.type === 'UserRoleChanged' ? { isAdmin: event.data.to === 'Admin' } : state,
};

/** Returns a command that appends a price. Its answer is the list of prices that the decision saw. */
const setPrice = (stream: string, price: number) => ({
  commandId: randomUUID(),
  metadata: { actor: null, correlationId: 'test' },
  reads: { course: { stream, aggregate: course } },
  decide: ({ course: seen }: { course: Prices }) => ({
    events: { course: [{ type: 'CourseEdited' as const, data: { changes: { price } } }] },
    answer: { status: 200, body: seen },
  }),
});

const pricesOf = async (log: TestLog, stream: string) =>
  (await log.reader.readStream(stream)).map((event) =>
    event.type === 'CourseEdited' ? event.data.changes.price : null,
  );

/** Reads the name of a registered user with a new reader, which knows only the keys that the database has. */
const readNameWithNewReader = async (url: string, person: string) => {
  const log = await openTestLog(url);
  const [event] = await log.reader.readStream(`user-${person}`);
  return event?.type === 'UserRegistered' ? event.data.name : null;
};

const readHistoryId = (url: string): Promise<unknown> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      'select coalesce(history.id, identity.id) as id from log.identity cross join log.history',
    );
    return rows[0]?.id;
  });

/** Replaces the primary with its replica. Events that were appended since `stopStreaming` are lost. */
const failOver = async (database: ReplicatedDatabase) => {
  await database.stopPrimary();
  await database.promoteReplica();
};

test('writes to a stream whose last events were lost, even if its state is cached', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  await executor.execute(setPrice(stream, 1));
  await database.waitForReplica();
  database.stopStreaming();
  await executor.execute(setPrice(stream, 2));
  await executor.execute(setPrice(stream, 3));
  await failOver(database);

  expect(await executor.execute(setPrice(stream, 4))).toMatchObject({
    outcome: 'done',
    position: 2,
    answer: { body: [1] },
  });
  expect(await pricesOf(log, stream)).toEqual([1, 4]);
});

test('never decides on a cached state with lost events, even if another process has given their versions to other events', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  const person = `user-${randomUUID()}`;
  const registered = await log.appender.append(
    appendRequest({ writes: [{ stream: person, expectedVersion: 0, events: [userRegistered('Eve')] }] }),
  );
  expect(registered.outcome).toBe('appended');
  await executor.execute(setPrice(stream, 1));
  await database.waitForReplica();
  database.stopStreaming();
  await executor.execute(setPrice(stream, 2));
  const role = { from: 'Student', to: 'Admin' } as const;
  const readUser = { user: { stream: person, aggregate: user, isReadOnly: true } };
  await log.appender.append(
    appendRequest({
      writes: [{ stream: person, expectedVersion: 1, events: [{ type: 'UserRoleChanged', data: role }] }],
    }),
  );
  await executor.check(readUser, ({ user: { isAdmin } }) => expect(isAdmin).toBe(true));
  await failOver(database);

  const otherExecutor = createCommandExecutor(await openTestLog(database.url));
  await otherExecutor.execute(setPrice(stream, 20));
  expect(await executor.execute(setPrice(stream, 3))).toMatchObject({ answer: { body: [1, 20] } });
  expect(await pricesOf(log, stream)).toEqual([1, 20, 3]);
  // The command has shown that the primary was replaced, so the other cached states are not trusted either.
  await executor.check(readUser, ({ user: { isAdmin } }) => expect(isAdmin).toBe(false));
});

test('encrypts nothing with a lost key', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const first = randomUUID();
  const second = randomUUID();
  const register = (person: string, expectedVersion = 0) =>
    log.appender.append(
      appendRequest({
        writes: [{ stream: `user-${person}`, expectedVersion, events: [userRegistered('Ann')] }],
      }),
    );
  await register(first);
  await database.waitForReplica();
  database.stopStreaming();
  await register(second);
  await failOver(database);

  // The appender does not know yet that the primary was replaced.
  expect(await register(second)).toMatchObject({ outcome: 'conflict' });
  expect(await register(second)).toMatchObject({ outcome: 'appended' });
  expect(await readNameWithNewReader(database.url, second)).toBe('Ann');
});

test('encrypts nothing with a lost key even if a read has noticed the failover first', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const person = randomUUID();
  const request = appendRequest({
    writes: [{ stream: `user-${person}`, expectedVersion: 0, events: [userRegistered('Ann')] }],
  });
  await database.waitForReplica();
  database.stopStreaming();
  await log.appender.append(request);
  await failOver(database);

  const readInRun = await log.reader.primaryRun();
  expect(await log.appender.append({ ...request, readInRun })).toMatchObject({ outcome: 'appended' });
  expect(await readNameWithNewReader(database.url, person)).toBe('Ann');
});

test('decides on the correct state after a failover that lost nothing', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  await executor.execute(setPrice(stream, 1));
  await database.waitForReplica();
  await failOver(database);
  expect(await executor.execute(setPrice(stream, 2))).toMatchObject({ position: 2, answer: { body: [1] } });
});

test.for([
  ['a restart', (database: ReplicatedDatabase) => database.restartPrimary()],
  ['a promotion', failOver],
] as const)('appends after %s that a read has noticed first', async ([, interrupt]) => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  const other = `course-${randomUUID()}`;
  await executor.execute(setPrice(stream, 1));
  await database.waitForReplica();
  await interrupt(database);

  const readOther = { course: { stream: other, aggregate: course, isReadOnly: true } };
  await executor.check(readOther, ({ course: seen }) => expect(seen).toEqual([]));
  expect(await executor.execute(setPrice(stream, 2))).toMatchObject({ position: 2, answer: { body: [1] } });
});

test('reopens connections that still lead to a primary that was replaced', async () => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  /** Appends 64 events, enough for both connections of the appender. Returns the distinct outcomes. */
  const appendMany = async (readInRun: string) => {
    const appends = Array.from({ length: 64 }, () =>
      log.appender.append(
        appendRequest({
          writes: [{ stream: `course-${randomUUID()}`, expectedVersion: 0, events: [courseAdded('Optics')] }],
          readInRun,
        }),
      ),
    );
    return new Set((await Promise.all(appends)).map(({ outcome }) => outcome));
  };
  expect(await appendMany(await log.reader.primaryRun())).toEqual(new Set(['appended']));
  await database.waitForReplica();
  // The former primary keeps running, and nothing ends its sessions.
  await database.promoteReplica();

  const { reader } = await openTestLog(database.url);
  expect(await appendMany(await reader.primaryRun())).toEqual(new Set(['appended']));
  expect(await reader.head()).toBe(128);
});

test.each([
  ['begins another history if an acknowledged append that nobody has read is lost', true],
  ['keeps the history if the failover has lost nothing', false],
])('%s', async (_, isLossy) => {
  const database = await openReplicatedDatabase();
  const log = await openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  await executor.execute(setPrice(stream, 1));
  await database.waitForReplica();
  if (isLossy) {
    database.stopStreaming();
    await executor.execute(setPrice(stream, 2));
  }
  const historyId = () => readHistoryId(database.url);
  const before = await historyId();
  await failOver(database);
  await executor.execute(setPrice(stream, 3));
  const after = await historyId();
  expect(after === before).toBe(!isLossy);

  // Another command-api reports a lost append. If the loss above has begun the second history, the report begins no third one.
  // Otherwise the report begins the second history.
  const other = await openTestLog(database.url);
  await other.pool.query('select log.confirm_append(999, $1)', [randomUUID()]);
  expect((await historyId()) === after).toBe(isLossy);
});

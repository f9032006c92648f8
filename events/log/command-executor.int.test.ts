import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import type { AdminsEvent } from '../catalogue/streams/admins.ts';
import type { CourseEvent } from '../catalogue/streams/course.ts';
import type { UserEvent } from '../catalogue/streams/user.ts';
import { openTestLog, type TestLog } from '../testing/test-log.ts';
import type { Aggregate, Decision } from './aggregate.ts';
import { type Command, createCommandExecutor } from './command-executor.ts';

type Course = { price: number };
const course: Aggregate<Course, CourseEvent> = {
  name: 'course',
  initial: { price: 0 },
  evolve: (state, event) =>
    event.type === 'CourseEdited' ? { price: event.data.changes.price ?? state.price } : state,
};
const admins: Aggregate<readonly string[], AdminsEvent> = {
  name: 'admins',
  initial: [],
  evolve: (state, event) =>
    event.type === 'AdminAppointed'
      ? [...state, event.data.userId]
      : state.filter((id) => id !== event.data.userId),
};
const user: Aggregate<{ removed: boolean }, UserEvent> = {
  name: 'user',
  initial: { removed: false },
  evolve: (state, event) => (event.type === 'UserRemoved' ? { removed: true } : state),
};

const command = () => ({
  commandId: randomUUID(),
  metadata: { actor: null, correlationId: 'test' },
  command: { key: randomUUID(), bodyHash: '' },
});
const answer = (body: unknown = null) => ({ status: 200, body });

const raisePrice = (stream: string) => ({
  ...command(),
  reads: { course: { stream, aggregate: course } },
  decide: ({
    course: { price },
  }: {
    course: Course;
  }): Decision<{ course: { stream: string; aggregate: typeof course } }> => ({
    events: { course: [{ type: 'CourseEdited', data: { changes: { price: price + 1 } } }] },
    answer: answer(price + 1),
  }),
});

const pricesOf = async (log: TestLog, stream: string) =>
  (await log.reader.readStream(stream)).map((event) =>
    event.type === 'CourseEdited' ? event.data.changes.price : null,
  );

test('commands at a hot stream are decided in order, each on what the one before left', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const stream = `course-${randomUUID()}`;
  const results = await Promise.all(Array.from({ length: 100 }, () => executor.execute(raisePrice(stream))));
  expect(results.map((result) => result.outcome === 'done' && result.answer.body)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
  expect(await pricesOf(log, stream)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
});

test('two processes at one stream: none loses, whatever the other writes', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  await using other = openTestLog(database.url);
  const executors = [createCommandExecutor(log), createCommandExecutor(other)];
  const stream = `course-${randomUUID()}`;
  await Promise.all(
    executors.flatMap((executor) => Array.from({ length: 40 }, () => executor.execute(raisePrice(stream)))),
  );
  expect(await pricesOf(log, stream)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
});

const dismiss = (actor: string, dismissed: string) => ({
  ...command(),
  reads: {
    actor: { stream: `user-${actor}`, aggregate: user, readOnly: true },
    admins: { stream: 'admins', aggregate: admins },
  },
  decide: (states: { actor: { removed: boolean }; admins: readonly string[] }) => {
    if (!states.admins.includes(actor)) throw new Error('forbidden');
    if (states.admins.length === 1) throw new Error('last-admin');
    return {
      events: { admins: [{ type: 'AdminDismissed' as const, data: { userId: dismissed } }] },
      answer: answer(),
    };
  },
});

const appoint = (...ids: string[]): Command<{ admins: { stream: string; aggregate: typeof admins } }> => ({
  ...command(),
  reads: { admins: { stream: 'admins', aggregate: admins } },
  decide: () => ({
    events: { admins: ids.map((userId) => ({ type: 'AdminAppointed', data: { userId } })) },
    answer: answer(),
  }),
});

test('two admins who dismiss each other at once in two processes: one stays', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  await using other = openTestLog(database.url);
  const here = createCommandExecutor(log);
  const there = createCommandExecutor(other);
  const [ann, ben] = [randomUUID(), randomUUID()];
  await here.execute(appoint(ann, ben));
  const results = await Promise.allSettled([
    here.execute(dismiss(ann, ben)),
    there.execute(dismiss(ben, ann)),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await log.reader.readStream('admins')).length).toBe(3);
});

test('a refusal from what was remembered is decided again on what the log says now', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  await using other = openTestLog(database.url);
  const here = createCommandExecutor(log);
  const [ann, ben] = [randomUUID(), randomUUID()];
  await here.execute(appoint(ann));
  await createCommandExecutor(other).execute(appoint(ben));
  expect(await here.execute(dismiss(ann, ben))).toMatchObject({ outcome: 'done' });
  await expect(here.execute(dismiss(ann, ann))).rejects.toThrow('last-admin');
});

test('a repeat gets the stored answer, also if it would be refused now, and no event is written twice', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const [ann, ben] = [randomUUID(), randomUUID()];
  await executor.execute(appoint(ann, ben));
  const once = dismiss(ann, ben);
  const first = await executor.execute(once);
  const again = await executor.execute({ ...once, commandId: randomUUID() });
  expect(again).toEqual({ ...first, outcome: 'repeated' });
  expect(await executor.execute({ ...once, commandKey: { ...once.command, bodyHash: 'other' } })).toEqual({
    outcome: 'key-reused',
  });
});

test('one stream under two names, read by one and written by the other', async () => {
  await using database = await createTestDatabase();
  await using log = openTestLog(database.url);
  const executor = createCommandExecutor(log);
  const id = randomUUID();
  const remove = {
    ...command(),
    reads: {
      actor: { stream: `user-${id}`, aggregate: user, readOnly: true },
      user: { stream: `user-${id}`, aggregate: user, expectNew: true },
    },
    decide: () => ({
      events: { user: [{ type: 'UserRemoved' as const, data: {} }] },
      answer: answer(),
      destroyKeysOf: [id],
    }),
  };
  expect(await executor.execute(remove)).toMatchObject({ outcome: 'done', position: 1 });
  expect(await executor.execute({ ...remove, ...command() })).toMatchObject({ outcome: 'done', position: 2 });
});

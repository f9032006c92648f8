import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
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
const user: Aggregate<{ isRemoved: boolean }, UserEvent> = {
  name: 'user',
  initial: { isRemoved: false },
  evolve: (state, event) => (event.type === 'UserRemoved' ? { isRemoved: true } : state),
};

const newCommand = () => ({
  commandId: randomUUID(),
  metadata: { actor: null, correlationId: 'test' },
  commandKey: { key: randomUUID(), bodyHash: '' },
});
const answer = (body: unknown = null) => ({ status: 200, body });

const raisePrice = (stream: string) => ({
  ...newCommand(),
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

/** On a busy machine, a hundred commands on one stream may take longer than the default timeout. */
const longTimeoutMs = 60_000;

test('executes simultaneous commands on one stream in order, each on the state that the previous one left', async () => {
  const log = await openTestLog();
  const executor = createCommandExecutor({ ...log, timeoutMs: longTimeoutMs });
  const stream = `course-${randomUUID()}`;
  const results = await Promise.all(Array.from({ length: 100 }, () => executor.execute(raisePrice(stream))));
  expect(results.map((result) => result.outcome === 'done' && result.answer.body)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
  expect(await pricesOf(log, stream)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
});

test('loses no command of two executors that write one stream over their own connections', async () => {
  const log = await openTestLog();
  const otherLog = await openTestLog(log.url);
  const executors = [log, otherLog].map((each) =>
    createCommandExecutor({ ...each, timeoutMs: longTimeoutMs }),
  );
  const stream = `course-${randomUUID()}`;
  await Promise.all(
    executors.flatMap((executor) => Array.from({ length: 40 }, () => executor.execute(raisePrice(stream)))),
  );
  expect(await pricesOf(log, stream)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
});

const dismiss = (actor: string, dismissed: string) => ({
  ...newCommand(),
  reads: {
    actor: { stream: `user-${actor}`, aggregate: user, isReadOnly: true },
    admins: { stream: 'admins', aggregate: admins },
  },
  decide: (states: { actor: { isRemoved: boolean }; admins: readonly string[] }) => {
    if (!states.admins.includes(actor)) throw new Error('forbidden');
    if (states.admins.length === 1) throw new Error('last-admin');
    return {
      events: { admins: [{ type: 'AdminDismissed' as const, data: { userId: dismissed } }] },
      answer: answer(),
    };
  },
});

const appoint = (...ids: string[]): Command<{ admins: { stream: string; aggregate: typeof admins } }> => ({
  ...newCommand(),
  reads: { admins: { stream: 'admins', aggregate: admins } },
  decide: () => ({
    events: { admins: ids.map((userId) => ({ type: 'AdminAppointed', data: { userId } })) },
    answer: answer(),
  }),
});

test('keeps one of two Admins who dismiss each other through two executors', async () => {
  const log = await openTestLog();
  const otherLog = await openTestLog(log.url);
  const firstExecutor = createCommandExecutor(log);
  const secondExecutor = createCommandExecutor(otherLog);
  const ann = randomUUID();
  const ben = randomUUID();
  await firstExecutor.execute(appoint(ann, ben));
  const results = await Promise.allSettled([
    firstExecutor.execute(dismiss(ann, ben)),
    secondExecutor.execute(dismiss(ben, ann)),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await log.reader.readStream('admins')).length).toBe(3);
});

test('decides again on fresh states before it refuses a command that cached states forbid', async () => {
  const log = await openTestLog();
  const otherLog = await openTestLog(log.url);
  const firstExecutor = createCommandExecutor(log);
  const ann = randomUUID();
  const ben = randomUUID();
  await firstExecutor.execute(appoint(ann));
  await createCommandExecutor(otherLog).execute(appoint(ben));
  expect(await firstExecutor.execute(dismiss(ann, ben))).toMatchObject({ outcome: 'done' });
  await expect(firstExecutor.execute(dismiss(ann, ann))).rejects.toThrow('last-admin');
});

test('answers a repetition with the stored answer, even if it would be refused now', async () => {
  const log = await openTestLog();
  const executor = createCommandExecutor(log);
  const ann = randomUUID();
  const ben = randomUUID();
  await executor.execute(appoint(ann, ben));
  const command = dismiss(ann, ben);
  const first = await executor.execute(command);
  const repetition = await executor.execute({ ...command, commandId: randomUUID() });
  expect(repetition).toEqual({ ...first, outcome: 'repeated' });
  expect(
    await executor.execute({ ...command, commandKey: { ...command.commandKey, bodyHash: 'other' } }),
  ).toEqual({
    outcome: 'key-reused',
  });
});

test('reads one stream under two names and writes it under one of them', async () => {
  const log = await openTestLog();
  const executor = createCommandExecutor(log);
  const id = randomUUID();
  const removal = {
    ...newCommand(),
    reads: {
      actor: { stream: `user-${id}`, aggregate: user, isReadOnly: true },
      user: { stream: `user-${id}`, aggregate: user, isExpectedNew: true },
    },
    decide: () => ({
      events: { user: [{ type: 'UserRemoved' as const, data: {} }] },
      answer: answer(),
      destroyKeysOf: [id],
    }),
  };
  expect(await executor.execute(removal)).toMatchObject({ outcome: 'done', position: 1 });
  expect(await executor.execute({ ...removal, ...newCommand() })).toMatchObject({
    outcome: 'done',
    position: 2,
  });
});

import { once } from 'node:events';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import type { Projection } from '../projection/projection.ts';
import { createMemoryLog, type MemoryLog } from '../testing/memory-log.ts';
import {
  checkpointsAt,
  openProjectorDatabase,
  snapshot,
  snapshotAfter,
} from '../testing/projector-database.ts';
import { createCourseFields, recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { advance } from './advance.ts';
import type { RunnerObserver } from './lead.ts';
import { runProjections } from './run-projections.ts';

type Database = Awaited<ReturnType<typeof openProjectorDatabase>>;

const startRunner = (
  database: Database,
  log: MemoryLog,
  {
    models = projections,
    pageSize = 7,
    maxConnections = 100,
  }: { models?: readonly Projection[]; pageSize?: number; maxConnections?: number } = {},
) => {
  const stop = new AbortController();
  const states: string[] = [];
  const applied: number[] = [];
  let retries = 0;
  let timesAlone = 0;
  let writer: Writer | undefined;
  const opened: Writer[] = [];
  const observer: RunnerObserver = {
    state: (state) => states.push(state),
    advanced: (advancedModels, { after, to }) => {
      if (advancedModels.includes('courses'))
        for (let position = after + 1; position <= to; position += 1) applied.push(position);
    },
    parked: () => {},
    retried: () => {
      retries += 1;
    },
    worksAlone: () => {
      timesAlone += 1;
    },
  };
  const ended = runProjections(
    {
      openWriter: async () => {
        if (opened.length >= maxConnections)
          throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
        writer = await database.open();
        opened.push(writer);
        return writer;
      },
      reader: log,
      projections: models,
      outbox: null,
      observer,
      afterCommit: () => {},
      pageSize,
      standbyPollMs: 30,
    },
    stop.signal,
  );
  return {
    states,
    applied,
    opened,
    isLeading: () => states.at(-1) === 'leading',
    retries: () => retries,
    timesAlone: () => timesAlone,
    writer: () => {
      if (!writer) throw new Error('expected a connected runner');
      return writer;
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
};

/** Waits until all models have reached the end of the history. */
const waitUntilApplied = async (database: Database, events: ReturnType<typeof schoolHistory>) => {
  const inspector = await database.open();
  await expect
    .poll(async () => (await snapshot(inspector)).checkpoints)
    .toEqual(checkpointsAt(events.length));
};

const expectSameAsReference = async (database: Database, events: ReturnType<typeof schoolHistory>) => {
  expect(await snapshot(await database.open())).toEqual(await snapshotAfter(projections, events));
};

test('applies each event exactly once although the connection of the leader is killed repeatedly', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(80);
  const log = createMemoryLog(events.slice(0, 100));
  const runners = [startRunner(database, log), startRunner(database, log)];
  for (let to = 100; to < events.length; to += 60) {
    await expect.poll(() => runners.filter((runner) => runner.isLeading())).toHaveLength(1);
    const leader = runners.find((runner) => runner.isLeading());
    log.add(events.slice(to, to + 60));
    if (leader) await database.kill(leader.writer());
  }
  await waitUntilApplied(database, events);
  for (const runner of runners) await runner.stop();
  const applied = runners.flatMap((runner) => runner.applied).sort((a, b) => a - b);
  // A commit is not reported if its acknowledgement was lost with the connection, but no commit is reported twice.
  expect(new Set(applied).size).toBe(applied.length);
  await expectSameAsReference(database, events);
});

test('lets a standby take over when the leader stops', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(20);
  const log = createMemoryLog(events.slice(0, 30));
  const first = startRunner(database, log);
  await expect.poll(() => first.isLeading()).toBe(true);
  const inspector = await database.open();
  const { rowCount } = await inspector.client.query('select from read.ignored_events');
  expect(rowCount).toBe(projections.length);
  const second = startRunner(database, log);
  await expect.poll(() => second.states).toContain('standing-by');
  expect(second.states).not.toContain('leading');
  await first.stop();
  await expect.poll(() => second.isLeading()).toBe(true);
  log.add(events.slice(30));
  await expect.poll(async () => (await snapshot(inspector)).checkpoints.courses).toBe(events.length);
  await second.stop();
  await expectSameAsReference(database, events);
});

test('rolls back and continues from the new position if another projector has moved the checkpoint', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(20);
  const log = createMemoryLog(events.slice(0, 10));
  const runner = startRunner(database, log);
  const inspector = await database.open();
  await expect.poll(async () => (await snapshot(inspector)).checkpoints.courses).toBe(10);
  await advance(inspector.db, projections, { after: 10, to: 25, events: events.slice(10, 25) });
  log.add(events.slice(10));
  await expect.poll(async () => (await snapshot(inspector)).checkpoints.courses).toBe(events.length);
  await runner.stop();
  expect(runner.states).toContain('standing-by');
  expect(runner.applied).not.toContain(11);
  await expectSameAsReference(database, events);
});

test('retries after a transient error and parks nothing', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(10);
  let failures = 3;
  const deadlocked: Projection[] = projections.map((projection) => ({
    ...projection,
    async apply(page, tables) {
      if (projection.model === 'users' && failures > 0) {
        failures -= 1;
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      }
      await projection.apply(page, tables);
    },
  }));
  const runner = startRunner(database, createMemoryLog(events), { models: deadlocked });
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.retries()).toBe(3);
  expect((await snapshot(await database.open())).parked).toEqual([]);
  await expectSameAsReference(database, events);
});

test('applies large pages on several connections, and each event once although two of these connections are killed', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(300);
  expect(events.length).toBeGreaterThan(1_000);
  let kills = 0;
  const runner = startRunner(database, createMemoryLog(events), {
    pageSize: 1_000,
    models: projections.map((projection) => ({
      ...projection,
      async apply(page, tables) {
        const [, ...extra] = runner.opened;
        if (projection.model === 'users' && kills < 2) {
          kills += extra.length;
          for (const writer of extra) await database.kill(writer);
        }
        await projection.apply(page, tables);
      },
    })),
  });
  await waitUntilApplied(database, events);
  await runner.stop();
  // The own connection of the leader, two others, and their replacements.
  expect(runner.opened.length).toBeGreaterThanOrEqual(5);
  expect(runner.states).not.toContain('failing');
  // As above: no commit is reported twice.
  expect(new Set(runner.applied).size).toBe(runner.applied.length);
  await expectSameAsReference(database, events);
});

test('applies large pages alone, and says so once, if the database has no further connection', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(300);
  const runner = startRunner(database, createMemoryLog(events), { pageSize: 1_000, maxConnections: 1 });
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.retries()).toBe(0);
  expect(runner.timesAlone()).toBe(1);
  await expectSameAsReference(database, events);
});

test('lets models catch up from different positions, and notifies listeners of each commit', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(10);
  const [first] = projections;
  if (!first) throw new Error('expected projections');
  const writer = await database.open();
  await advance(writer.db, [first], { after: 0, to: 17, events: events.slice(0, 17) });
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`listen ${checkpointChannel}`);
  const notices: Record<string, { position: number }>[] = [];
  listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload ?? '')));
  const runner = startRunner(database, createMemoryLog(events));
  await expect
    .poll(() => Object.assign({}, ...notices))
    .toMatchObject({
      courses: { position: events.length },
      users: { position: events.length },
    });
  await runner.stop();
  const closed = once(listener, 'end');
  await listener.end();
  await closed;
  await expectSameAsReference(database, events);
});

/** Returns a history with so many events that a model at position 0 is late, most of them edits of one course. */
const longHistory = () => {
  const school = schoolHistory(10);
  const course = courseStream(testId(9_000_000));
  const edits = Array.from(
    { length: 10_500 },
    (_, price) => [course, { type: 'CourseEdited', data: { changes: { price } } }] as const,
  );
  const added = [course, { type: 'CourseAdded', data: createCourseFields() }] as const;
  return [...school, ...recorded([added, ...edits], school.length + 1)];
};

/**
 * Applies events to all models except the audit, as if that model was new. Starts a runner whose audit calls `beforeApply` before
 * it applies events.
 */
const startWithLateAudit = async (
  events: ReturnType<typeof schoolHistory>,
  pageSize: number,
  beforeApply: (parts: { database: Database; log: MemoryLog; opened: readonly Writer[] }) => Promise<void>,
) => {
  const database = await openProjectorDatabase();
  const { db } = await database.open();
  const others = projections.filter(({ model }) => model !== 'audit');
  await advance(db, others, { after: 0, to: events.length, events });
  const log = createMemoryLog(events);
  const models = projections.map((projection) => ({
    ...projection,
    async apply(...parameters: Parameters<Projection['apply']>) {
      if (projection.model === 'audit') await beforeApply({ database, log, opened: runner.opened });
      await projection.apply(...parameters);
    },
  }));
  const runner = startRunner(database, log, { models, pageSize });
  const positionOf = async (model: string) =>
    (await db.selectFrom('checkpoints').select('position').where('model', '=', model).executeTakeFirst())
      ?.position;
  return { database, log, runner, positionOf };
};

test('applies new events to the other models while a late one catches up, and later to all on one connection', async () => {
  const events = longHistory();
  const past = events.length - 3;
  const gate = Promise.withResolvers<void>();
  const { database, log, runner, positionOf } = await startWithLateAudit(
    events.slice(0, past),
    2_000,
    () => gate.promise,
  );
  log.add(events.slice(past, past + 1));
  await expect.poll(() => positionOf('courses')).toBe(past + 1);
  expect(await positionOf('audit')).toBe(0);
  gate.resolve();
  await expect.poll(() => positionOf('audit')).toBe(past + 1);
  await expect.poll(() => runner.opened[1]?.connectionLost.aborted).toBe(true);
  log.add(events.slice(past + 1));
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.opened).toHaveLength(2);
  await expectSameAsReference(database, events);
});

test('applies each event to a late model although events are appended and its connection is killed meanwhile', async () => {
  const events = longHistory();
  const rest = events.slice(-300);
  let isKilled = false;
  const { database, runner } = await startWithLateAudit(
    events.slice(0, -rest.length),
    500,
    async ({ database, log, opened }) => {
      log.add(rest.splice(0, 7));
      if (isKilled || !opened[1]) return;
      isKilled = true;
      await database.kill(opened[1]);
    },
  );
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.opened.length).toBeGreaterThanOrEqual(3);
  expect(runner.states).not.toContain('failing');
  await expectSameAsReference(database, events);
});

test('refuses to run if the checkpoint of a model is beyond the end of the log, and explains what to do', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(10);
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const failed = Promise.withResolvers<Error>();
  const stop = new AbortController();
  const ended = runProjections(
    {
      openWriter: () => database.open(),
      reader: createMemoryLog(events.slice(0, 5)),
      projections,
      outbox: null,
      afterCommit: () => {},
      observer: {
        state: (state, error) => state === 'failing' && error && failed.resolve(error),
        advanced: () => failed.reject(new Error('expected no progress')),
        parked: () => {},
        retried: () => {},
        worksAlone: () => {},
      },
    },
    stop.signal,
  );
  expect((await failed.promise).message).toMatch(/projector rebuild courses/);
  stop.abort();
  await ended;
});

import { once } from 'node:events';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import { projections } from '../models/projections.ts';
import type { Projection } from '../projection/projection.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { silentObserver } from '../testing/silent-observer.ts';
import { expectSameAsReference, startRunner, waitUntilApplied } from '../testing/start-runner.ts';
import { advance } from './advance.ts';
import { runProjections } from './run-projections.ts';

test('applies each event exactly once even if the leader’s connection is killed repeatedly', async () => {
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

test('the leader records which events each model ignores, and a standby takes over when the leader stops', async () => {
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

test('applies large pages on several connections, and each event once even if two of these connections are killed', async () => {
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
  // The leader's first connection, two more, and the replacements of these two.
  expect(runner.opened.length).toBeGreaterThanOrEqual(5);
  expect(runner.states).not.toContain('failing');
  // No commit is reported twice.
  expect(new Set(runner.applied).size).toBe(runner.applied.length);
  await expectSameAsReference(database, events);
});

test('applies large pages on one connection, and reports this once, if the database refuses further connections', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(300);
  const runner = startRunner(database, createMemoryLog(events), { pageSize: 1_000, maxConnections: 1 });
  await waitUntilApplied(database, events);
  await runner.stop();
  expect(runner.retries()).toBe(0);
  expect(runner.timesAlone()).toBe(1);
  await expectSameAsReference(database, events);
});

test('lets models catch up from different positions, and notifies listeners of the new positions', async () => {
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
        ...silentObserver,
        state: (state, error) => state === 'failing' && error && failed.resolve(error),
        advanced: () => failed.reject(new Error('expected no progress')),
      },
    },
    stop.signal,
  );
  expect((await failed.promise).message).toMatch(/projector rebuild courses/);
  stop.abort();
  await ended;
});

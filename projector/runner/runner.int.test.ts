import { once } from 'node:events';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { checkpointChannel } from '#platform/read-tables/checkpoints.ts';
import type { Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { projections } from '../projections.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { everyModelAt, projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { schoolHistory } from '../testing/school.ts';
import { advance } from './advance.ts';
import type { RunnerObserver } from './observer.ts';
import { run } from './runner.ts';

type Database = Awaited<ReturnType<typeof projectorDatabase>>;
const patient = { timeout: 90_000, interval: 20 };

const startRunner = (
  database: Database,
  log: ReturnType<typeof memoryLog>,
  models: readonly Projection[] = projections,
) => {
  const stop = new AbortController();
  const states: string[] = [];
  const taken: number[] = [];
  let retries = 0;
  let writer: Writer | undefined;
  const observer: RunnerObserver = {
    state: (state) => states.push(state),
    advanced: (advanced, { from, to }) => {
      if (advanced.includes('courses')) for (let at = from + 1; at <= to; at += 1) taken.push(at);
    },
    parked: () => {},
    retried: () => {
      retries += 1;
    },
  };
  const ended = run(
    {
      openWriter: async () => {
        writer = await database.open();
        return writer;
      },
      reader: log,
      projections: models,
      desk: null,
      observer,
      afterCommit: () => {},
      pageSize: 7,
      standByMs: 30,
    },
    stop.signal,
  );
  return {
    states,
    taken,
    leads: () => states.at(-1) === 'leading',
    retries: () => retries,
    writer: () => {
      if (!writer) throw new Error('the runner has not connected yet');
      return writer;
    },
    async stop() {
      stop.abort();
      await ended;
    },
  };
};

const expectSameAsStraight = async (database: Database, events: ReturnType<typeof schoolHistory>) => {
  await using other = await projectorDatabase();
  const straight = await other.open();
  await advance(straight.db, projections, { from: 0, to: events.length, events });
  expect(await snapshot(await database.open())).toEqual(await snapshot(straight));
};

test('of two runners one leads; when its connection is killed, again and again, nothing is lost or done twice', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(150);
  const log = memoryLog(events.slice(0, 100));
  const runners = [startRunner(database, log), startRunner(database, log)];
  for (let to = 100; to < events.length; to += 60) {
    await vi.waitFor(() => expect(runners.filter((runner) => runner.leads())).toHaveLength(1), patient);
    const leader = runners.find((runner) => runner.leads());
    log.add(events.slice(to, to + 60));
    if (leader) await database.kill(leader.writer());
  }
  const looking = await database.open();
  await vi.waitFor(
    async () => expect((await snapshot(looking)).stand).toEqual(everyModelAt(events.length)),
    patient,
  );
  for (const runner of runners) await runner.stop();
  const taken = runners.flatMap((runner) => runner.taken).sort((a, b) => a - b);
  // A commit whose acknowledgement was lost with the connection is not told of, but none is told of twice.
  expect(new Set(taken).size).toBe(taken.length);
  await expectSameAsStraight(database, events);
});

test('a runner that stands by takes over when the leader stops', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(20);
  const log = memoryLog(events.slice(0, 30));
  const first = startRunner(database, log);
  await vi.waitFor(() => expect(first.leads()).toBe(true), patient);
  const second = startRunner(database, log);
  await vi.waitFor(() => expect(second.states).toContain('standing-by'), patient);
  expect(second.states).not.toContain('leading');
  await first.stop();
  await vi.waitFor(() => expect(second.leads()).toBe(true), patient);
  log.add(events.slice(30));
  const looking = await database.open();
  await vi.waitFor(async () => expect((await snapshot(looking)).stand.courses).toBe(events.length), patient);
  await second.stop();
  await expectSameAsStraight(database, events);
});

test('a leader whose checkpoint was moved by another rolls back and begins anew from there', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(20);
  const log = memoryLog(events.slice(0, 10));
  const runner = startRunner(database, log);
  const looking = await database.open();
  await vi.waitFor(async () => expect((await snapshot(looking)).stand.courses).toBe(10), patient);
  await advance(looking.db, projections, { from: 10, to: 25, events: events.slice(10, 25) });
  log.add(events.slice(10));
  await vi.waitFor(async () => expect((await snapshot(looking)).stand.courses).toBe(events.length), patient);
  await runner.stop();
  expect(runner.states).toContain('standing-by');
  expect(runner.taken).not.toContain(11);
  await expectSameAsStraight(database, events);
});

test('an error of the moment is retried, and parks nothing', async () => {
  await using database = await projectorDatabase();
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
  const runner = startRunner(database, memoryLog(events), deadlocked);
  const looking = await database.open();
  await vi.waitFor(
    async () => expect((await snapshot(looking)).stand).toEqual(everyModelAt(events.length)),
    patient,
  );
  await runner.stop();
  expect(runner.retries()).toBe(3);
  expect((await snapshot(looking)).parked).toEqual([]);
  await expectSameAsStraight(database, events);
});

test('models that stand at different positions meet; each commit is told to those who listen', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(10);
  const [first] = projections;
  if (!first) throw new Error('there are projections');
  const writer = await database.open();
  await advance(writer.db, [first], { from: 0, to: 17, events: events.slice(0, 17) });
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(`listen ${checkpointChannel}`);
  const heard: Record<string, { position: number }>[] = [];
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
  const runner = startRunner(database, memoryLog(events));
  await vi.waitFor(
    () =>
      expect(Object.assign({}, ...heard)).toMatchObject({
        courses: { position: events.length },
        users: { position: events.length },
      }),
    patient,
  );
  await runner.stop();
  const closed = once(listener, 'end');
  await listener.end();
  await closed;
  await expectSameAsStraight(database, events);
});

test('a model that stands beyond the end of the log is not projected into, and the error says what to do', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(10);
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: events.length, events });
  const failed = Promise.withResolvers<Error>();
  const stop = new AbortController();
  const ended = run(
    {
      openWriter: () => database.open(),
      reader: memoryLog(events.slice(0, 5)),
      projections,
      desk: null,
      afterCommit: () => {},
      observer: {
        state: (state, error) => state === 'failing' && error && failed.resolve(error),
        advanced: () => failed.reject(new Error('it was projected into')),
        parked: () => {},
        retried: () => {},
      },
    },
    stop.signal,
  );
  expect((await failed.promise).message).toMatch(/projector rebuild courses/);
  stop.abort();
  await ended;
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';
import type { Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { advance } from '../runner/advance.ts';
import { runProjections } from '../runner/run-projections.ts';
import { AlreadyRunningError, lockModel, shareModelLock } from '../shadow-tables/model-lock.ts';
import { createMemoryLog, type MemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase, snapshot, snapshotAfter } from '../testing/projector-database.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { silentObserver } from '../testing/silent-observer.ts';
import { rebuild } from './rebuild.ts';

type Database = Awaited<ReturnType<typeof openProjectorDatabase>>;
const neverAborted = new AbortController().signal;
const [courses, users] = projections;
if (!courses || !users) throw new Error('expected two projections');

const startRunner = (database: Database, reader: MemoryLog) => {
  const stop = new AbortController();
  const ended = runProjections(
    {
      openWriter: () => database.open(),
      reader,
      projections,
      outbox: null,
      afterCommit: () => {},
      observer: silentObserver,
      standbyPollMs: 30,
    },
    stop.signal,
  );
  return async () => {
    stop.abort();
    await ended;
  };
};

/** Describes a table. A rebuilt table must not differ from the migrated one. */
const describeTable = async (database: Database, table: string) => {
  const { db } = await database.open();
  const query = async (statement: string) => (await sql.raw(statement).execute(db)).rows;
  return {
    columns: await query(
      `select column_name, data_type, is_nullable, collation_name from information_schema.columns
       where table_schema = 'read' and table_name = '${table}' order by column_name`,
    ),
    indexes: await query(
      `select indexdef from pg_indexes where schemaname = 'read' and tablename = '${table}' order by indexname`,
    ),
    grants: await query(
      `select tableowner, reloptions, (select array_agg(acl::text order by acl::text) from unnest(relacl) as acl) as acl
       from pg_tables join pg_class on pg_class.oid = 'read.${table}'::regclass
       where schemaname = 'read' and tablename = '${table}'`,
    ),
  };
};

/** Reads continuously, as the read-api does. Records every error and every result that is older than a previous one. */
const startReading = async (database: Database) => {
  const client = new Client({ connectionString: database.url, options: '-c role=lyceum_reader' });
  await client.connect();
  const problems: string[] = [];
  let reads = 0;
  let isReading = true;
  const readLoop = (async () => {
    let newestSoFar = 0;
    for (; isReading; reads += 1) {
      try {
        const prepared = reads % 2 === 0 ? { name: 'newest' } : {};
        const { rows } = await client.query<{ rows: string; newest: string }>({
          ...prepared,
          text: 'select count(*) as rows, max(position) as newest from read.courses',
        });
        const newest = Number(rows[0]?.newest);
        if (newest < newestSoFar) problems.push(`saw ${newest} after ${newestSoFar}`);
        newestSoFar = Math.max(newestSoFar, newest);
      } catch (error) {
        problems.push((error as Error).message);
      }
      await sleep(1);
    }
  })();
  return async () => {
    isReading = false;
    await readLoop;
    await client.end();
    return { problems, reads };
  };
};

test('rebuilds while events are appended, and queries see neither errors nor older rows', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(300);
  const log = createMemoryLog(events.slice(0, 1_200));
  const stopRunner = startRunner(database, log);
  const inspector = await database.open();
  await expect.poll(async () => (await snapshot(inspector)).checkpoints.courses).toBe(1_200);
  const description = await describeTable(database, 'courses');
  // Inserts a row that no event has created. The rebuild must remove the row.
  await sql`insert into read.courses select * from (select (json_populate_record(c, '{"id":"00000000-0000-4000-8000-00000000ffff"}')).* from read.courses as c limit 1) as forged`.execute(
    inspector.db,
  );
  const stopReading = await startReading(database);
  const writing = (async () => {
    for (let from = 1_200; from < events.length; from += 3) {
      log.add(events.slice(from, from + 3));
      await sleep(3);
    }
  })();
  const rebuilding = (async () => {
    const reached: (number | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const options = { projections: [courses], reader: log, signal: neverAborted, pageSize: 300 };
      reached.push((await rebuild({ ...options, openWriter: database.open })).get('courses'));
    }
    return reached;
  })();
  const reached = await rebuilding;
  await writing;
  await expect.poll(async () => (await snapshot(inspector)).checkpoints.courses).toBe(events.length);
  await stopRunner();
  const { problems, reads } = await stopReading();
  expect(problems).toEqual([]);
  expect(reads).toBeGreaterThan(20);
  // Makes sure that events were appended during the rebuilds.
  expect(reached.at(-1)).toBeGreaterThan(1_200);
  expect(await snapshot(inspector)).toEqual(await snapshotAfter(projections, events));
  expect(await describeTable(database, 'courses')).toEqual(description);
  const { epoch } = await inspector.db
    .selectFrom('checkpoints')
    .select('epoch')
    .where('model', '=', 'courses')
    .executeTakeFirstOrThrow();
  expect(epoch).toBe(3);
});

test('gives up without changes if another connection holds a lock on the table for too long', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(10);
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const before = await snapshot(writer);
  const blocker = new Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from read.users limit 1');
  await expect(
    rebuild({
      projections: [users],
      openWriter: database.open,
      reader: createMemoryLog(events),
      signal: neverAborted,
      swapLimitMs: 300,
    }),
  ).rejects.toThrow(/Nothing was changed/);
  expect(await snapshot(writer)).toEqual(before);
  await blocker.query('commit');
  await blocker.end();
  const reached = await rebuild({
    projections: [users],
    openWriter: database.open,
    reader: createMemoryLog(events),
    signal: neverAborted,
  });
  expect(reached).toEqual(new Map([['users', events.length]]));
  expect(await snapshot(writer)).toEqual(before);
});

test('allows only one rebuild of a model at a time', async () => {
  const database = await openProjectorDatabase();
  const otherWriter = await database.open('read_next');
  await lockModel(otherWriter, 'read_next', 'users');
  const rebuilding = rebuild({
    projections: [users],
    openWriter: database.open,
    reader: createMemoryLog(),
    signal: neverAborted,
  });
  await expect(rebuilding).rejects.toThrow(AlreadyRunningError);
});

test('does not lock a model while another connection of an interrupted rebuild is open', async () => {
  const database = await openProjectorDatabase();
  const writing = await database.open('read_next');
  await shareModelLock(writing, 'read_next', ['users']);
  const otherWriter = await database.open('read_next');
  await expect(lockModel(otherWriter, 'read_next', 'users')).rejects.toThrow(AlreadyRunningError);
  await lockModel(otherWriter, 'read_next', 'courses');
  await writing.close();
  await vi.waitFor(() => lockModel(otherWriter, 'read_next', 'users'), longWait);
});

test.each([
  ['first', 0],
  ['additional', 1],
])('leaves the current tables unchanged when the %s connection is lost', async (_, lostIndex) => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(60);
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const before = await snapshot(writer);
  const opened: Writer[] = [];
  const log = createMemoryLog(events);
  const rebuilding = rebuild({
    projections,
    openWriter: async (schema) => {
      const newWriter = await database.open(schema);
      opened.push(newWriter);
      return newWriter;
    },
    reader: {
      head: log.head,
      readPage: async (after, limit, types) => {
        const lost = opened[lostIndex];
        if (after >= 100 && lost !== undefined && !lost.connectionLost.aborted) {
          await database.kill(lost);
          await vi.waitFor(() => expect(lost.connectionLost.aborted).toBe(true), longWait);
        }
        return log.readPage(after, limit, types);
      },
    },
    pageSize: 20,
    buffering: { maxRows: 4, appendBatchRows: 3 },
    signal: neverAborted,
    onSlowBuild: (model) => {
      throw new Error(`${model} was built again because of a lost connection.`);
    },
  });
  await expect(rebuilding).rejects.toThrow(/terminat|connection|ECONNRESET|EPIPE/i);
  expect(await snapshot(writer)).toEqual(before);
  // Tables that the failed rebuild may have left behind do not prevent the next one.
  await vi.waitFor(async () => {
    const reached = await rebuild({
      projections,
      openWriter: database.open,
      reader: log,
      signal: neverAborted,
    });
    expect(new Set(reached.values())).toEqual(new Set([events.length]));
  }, longWait);
  expect(await snapshot(writer)).toEqual(before);
});

test('resets a model that is ahead of the log to the end of the log', async () => {
  const database = await openProjectorDatabase();
  const events = schoolHistory(20);
  const writer = await database.open();
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const olderLog = createMemoryLog(events.slice(0, 40));
  const reached = await rebuild({
    projections,
    openWriter: database.open,
    reader: olderLog,
    signal: neverAborted,
  });
  expect(reached).toEqual(new Map(projections.map(({ model }) => [model, 40])));
  expect(await snapshot(writer)).toEqual(await snapshotAfter(projections, events.slice(0, 40)));
});

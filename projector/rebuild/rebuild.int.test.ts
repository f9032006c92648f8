import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import type { Writer } from '../connection/writer.ts';
import { projections } from '../projections.ts';
import { advance } from '../runner/advance.ts';
import { run } from '../runner/runner.ts';
import { memoryLog } from '../testing/memory-log.ts';
import { projectorDatabase, snapshot } from '../testing/projector-database.ts';
import { schoolHistory } from '../testing/school.ts';
import { AlreadyRunningError, claimPlace, writeFor } from './claim.ts';
import { rebuild } from './rebuild.ts';

type Database = Awaited<ReturnType<typeof projectorDatabase>>;
const never = new AbortController().signal;
const [courses, users] = projections;
if (!courses || !users) throw new Error('there are two projections');

const startRunner = (database: Database, reader: ReturnType<typeof memoryLog>) => {
  const stop = new AbortController();
  const observer = { state: () => {}, advanced: () => {}, parked: () => {}, retried: () => {} };
  const ended = run(
    {
      openWriter: () => database.open(),
      reader,
      projections,
      desk: null,
      afterCommit: () => {},
      observer,
      standByMs: 30,
    },
    stop.signal,
  );
  return async () => {
    stop.abort();
    await ended;
  };
};

/** What a table is made of, as PostgreSQL describes it: a rebuilt one must not differ from the migrated one. */
const shapeOf = async (database: Database, table: string) => {
  const { db } = await database.open();
  const of = async (statement: string) => (await sql.raw(statement).execute(db)).rows;
  return {
    columns: await of(
      `select column_name, data_type, is_nullable, collation_name from information_schema.columns
       where table_schema = 'read' and table_name = '${table}' order by column_name`,
    ),
    indexes: await of(
      `select indexdef from pg_indexes where schemaname = 'read' and tablename = '${table}' order by indexname`,
    ),
    rights: await of(
      `select tableowner, reloptions, (select array_agg(acl::text order by acl::text) from unnest(relacl) as acl) as acl
       from pg_tables join pg_class on pg_class.oid = 'read.${table}'::regclass
       where schemaname = 'read' and tablename = '${table}'`,
    ),
  };
};

/** Reads all the while, as the read side does; collects every error and every step back in time. */
const startReading = async (database: Database) => {
  const client = new Client({ connectionString: database.url, options: '-c role=lyceum_reader' });
  await client.connect();
  const complaints: string[] = [];
  let reads = 0;
  let reading = true;
  const loop = (async () => {
    let most = 0;
    for (; reading; reads += 1) {
      try {
        const prepared = reads % 2 === 0 ? { name: 'newest' } : {};
        const { rows } = await client.query<{ rows: string; newest: string }>({
          ...prepared,
          text: 'select count(*) as rows, max(position) as newest from read.courses',
        });
        const newest = Number(rows[0]?.newest);
        if (newest < most) complaints.push(`saw ${newest} after ${most}`);
        most = Math.max(most, newest);
      } catch (error) {
        complaints.push((error as Error).message);
      }
      await sleep(1);
    }
  })();
  return async () => {
    reading = false;
    await loop;
    await client.end();
    return { complaints, reads };
  };
};

test('a rebuild under writing: readers see no error and no older row, and the table is what the log says', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(600);
  const log = memoryLog(events.slice(0, 1_200));
  const stopRunner = startRunner(database, log);
  const looking = await database.open();
  await vi.waitFor(async () => expect((await snapshot(looking)).stand.courses).toBe(1_200), {
    timeout: 90_000,
  });
  const shape = await shapeOf(database, 'courses');
  // A row that the log knows nothing of: it must be gone afterwards.
  await sql`insert into read.courses select * from (select (json_populate_record(c, '{"id":"00000000-0000-4000-8000-00000000ffff"}')).* from read.courses as c limit 1) as forged`.execute(
    looking.db,
  );
  const stopReading = await startReading(database);
  const writing = (async () => {
    for (let at = 1_200; at < events.length; at += 3) {
      log.add(events.slice(at, at + 3));
      await sleep(3);
    }
  })();
  const rebuilding = (async () => {
    const reached: (number | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      const options = { projections: [courses], reader: log, signal: never, pageSize: 300 };
      reached.push((await rebuild({ ...options, openWriter: database.open })).get('courses'));
    }
    return reached;
  })();
  const reached = await rebuilding;
  await writing;
  await vi.waitFor(async () => expect((await snapshot(looking)).stand.courses).toBe(events.length), {
    timeout: 90_000,
  });
  await stopRunner();
  const { complaints, reads } = await stopReading();
  expect(complaints).toEqual([]);
  expect(reads).toBeGreaterThan(20);
  // It was under writing indeed: between the first swap and the last the log went on.
  expect(reached.at(-1)).toBeGreaterThan(1_200);
  await using other = await projectorDatabase();
  const straight = await other.open();
  await advance(straight.db, projections, { from: 0, to: events.length, events });
  expect(await snapshot(looking)).toEqual(await snapshot(straight));
  expect(await shapeOf(database, 'courses')).toEqual(shape);
  const { epoch } = await looking.db
    .selectFrom('checkpoints')
    .select('epoch')
    .where('model', '=', 'courses')
    .executeTakeFirstOrThrow();
  expect(epoch).toBe(3);
});

test('a rebuild that readers do not let in gives up, and everything is as it was', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(10);
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: events.length, events });
  const before = await snapshot(writer);
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select 1 from read.users limit 1');
  await expect(
    rebuild({
      projections: [users],
      openWriter: database.open,
      reader: memoryLog(events),
      signal: never,
      swapLimitMs: 300,
    }),
  ).rejects.toThrow(/Nothing was changed/);
  expect(await snapshot(writer)).toEqual(before);
  await reader.query('commit');
  await reader.end();
  const at = await rebuild({
    projections: [users],
    openWriter: database.open,
    reader: memoryLog(events),
    signal: never,
  });
  expect(at).toEqual(new Map([['users', events.length]]));
  expect(await snapshot(writer)).toEqual(before);
});

test('only one rebuild of a model at a time', async () => {
  await using database = await projectorDatabase();
  const other = await database.open('read_next');
  await claimPlace(other, 'read_next', 'users');
  const rebuilding = rebuild({
    projections: [users],
    openWriter: database.open,
    reader: memoryLog(),
    signal: never,
  });
  await expect(rebuilding).rejects.toThrow(AlreadyRunningError);
});

test('nobody else begins while a connection of one that has lost its claim still writes', async () => {
  await using database = await projectorDatabase();
  const writing = await database.open('read_next');
  await writeFor(writing, 'read_next', ['users']);
  const other = await database.open('read_next');
  await expect(claimPlace(other, 'read_next', 'users')).rejects.toThrow(AlreadyRunningError);
  await claimPlace(other, 'read_next', 'courses');
  await writing.close();
  await vi.waitFor(() => claimPlace(other, 'read_next', 'users'), { timeout: 20_000 });
});

test.each([
  ['the one that has the claim', 0],
  ['one that writes beside it', 1],
])('a connection is lost in the middle: %s; everything is as it was', async (_, which) => {
  await using database = await projectorDatabase();
  const events = schoolHistory(60);
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: events.length, events });
  const before = await snapshot(writer);
  const opened: Writer[] = [];
  const log = memoryLog(events);
  const rebuilding = rebuild({
    projections,
    openWriter: async (place) => {
      const one = await database.open(place);
      opened.push(one);
      return one;
    },
    reader: {
      head: log.head,
      readPage: async (after, limit, types) => {
        const lost = opened[which];
        if (after >= 100 && lost !== undefined && !lost.lost.aborted) {
          await database.kill(lost);
          await vi.waitFor(() => expect(lost.lost.aborted).toBe(true), { timeout: 20_000 });
        }
        return log.readPage(after, limit, types);
      },
    },
    pageSize: 20,
    memory: { keep: 4, together: 3 },
    signal: never,
    onCareful: (model) => {
      throw new Error(`${model} was built once more for a lost line.`);
    },
  });
  await expect(rebuilding).rejects.toThrow(/terminat|connection|ECONNRESET/i);
  expect(await snapshot(writer)).toEqual(before);
  // What is left of it, if something is, stands in nobody's way.
  await vi.waitFor(
    async () => {
      const reached = await rebuild({
        projections,
        openWriter: database.open,
        reader: log,
        signal: never,
      });
      expect(new Set(reached.values())).toEqual(new Set([events.length]));
    },
    { timeout: 30_000 },
  );
  expect(await snapshot(writer)).toEqual(before);
});

test('a model that knows of more than the log is brought back to the log', async () => {
  await using database = await projectorDatabase();
  const events = schoolHistory(20);
  const writer = await database.open();
  await advance(writer.db, projections, { from: 0, to: events.length, events });
  const older = memoryLog(events.slice(0, 40));
  const reached = await rebuild({ projections, openWriter: database.open, reader: older, signal: never });
  expect(reached).toEqual(new Map(projections.map(({ model }) => [model, 40])));
  await using other = await projectorDatabase();
  const straight = await other.open();
  await advance(straight.db, projections, { from: 0, to: 40, events: events.slice(0, 40) });
  expect(await snapshot(writer)).toEqual(await snapshot(straight));
});

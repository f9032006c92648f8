import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openReader } from '#events/log/reader.ts';
import { openPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { appendRequest } from '#events/testing/log.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { silentLogger } from '#platform/logging.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { openWriter, type Past } from '../connection/writer.ts';
import { projections } from '../projections.ts';
import { openResources } from '../server/resources.ts';
import { projectedLog, standOf } from '../testing/projected-log.ts';
import { everyModelAt, snapshot } from '../testing/projector-database.ts';
import { testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school.ts';
import { buildPast } from './build.ts';
import { replay } from './replay.ts';
import { makePast, newPast } from './schema.ts';

type Log = Awaited<ReturnType<typeof projectedLog>>;

const history = schoolHistory(48);
const half = Math.floor(history.length / 2);

/** Appends what happened after `from` up to `to`, one act after the other. */
const live = async (log: Log, from: number, to: number) => {
  for (const { stream, version, type, data } of history.slice(from, to)) {
    const event = { type, data } as Parameters<typeof appendRequest>[0]['writes'] extends infer W
      ? W extends readonly { events: readonly (infer E)[] }[]
        ? E
        : never
      : never;
    const gone = type === 'UserRemoved' ? { destroyKeysOf: [stream.slice('user-'.length)] } : {};
    await log.appender.append(
      appendRequest({ writes: [{ stream, expectedVersion: version - 1, events: [event] }], ...gone }),
    );
  }
};

const asProjector = (log: Log) => (place: Past | 'read') =>
  openWriter({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_projector', place });

/** What `log replay` works with: the log without its keys, as a role that may read it. */
const withoutKeys = async (log: Log) => {
  const pool = openPool({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_reader' });
  const reader = openReader({ pool, vault: null });
  return {
    openWriter: asProjector(log),
    reader,
    pseudonyms: await openPseudonyms(pool),
    replace: false,
    signal: new AbortController().signal,
    async [Symbol.asyncDispose]() {
      await reader.close();
      await pool.end();
    },
  };
};

const projectedUpTo = (log: Log, position: number) =>
  expect.poll(() => standOf(log), { timeout: 60_000 }).toBe(position);

const rowsIn = async ({ db }: Log, schema: string): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const { name } of projections.flatMap(({ tables }) => tables)) {
    const { rows } = await sql<{ row: string }>`
      select one::text as row from ${sql.id(schema, name)} as one order by 1`.execute(db);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
};

const pastsIn = async ({ db }: Log): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname like 'lyceum_past_%'`.execute(db);
  return rows.map(({ name }) => name);
};

test('a past is what the live tables were at its position; whoever was removed since is not in it; then it is gone', async () => {
  await using log = await projectedLog();
  const projector = log.start();
  await live(log, 0, half);
  await projectedUpTo(log, half);
  const reading = await asProjector(log)('read');
  const then = await snapshot(reading);
  await live(log, half, history.length);
  await projectedUpTo(log, history.length);
  expect((await snapshot(reading)).courses).not.toEqual(then.courses);

  const resources = openResources(parseConfiguration(log.environment), silentLogger());
  const build = () =>
    buildPast({
      openWriter: resources.openWriter,
      projections,
      reader: resources.reader,
      position: half,
      toBeServed: true,
      signal: new AbortController().signal,
    });
  const past = await build();
  expect(await snapshot(past.writer, past.schema)).toEqual(then);
  expect(past.parked).toBe(0);
  expect(then.stand).toEqual(everyModelAt(half));

  // The read-api may look at it; what is no history is empty.
  const { rows } = await sql<{ seen: number; kept: number }>`
    with seen as (select count(*) as seen from ${sql.id(past.schema, 'courses')})
    select seen, (select count(*) from ${sql.id(past.schema, 'playback')}) as kept from seen`.execute(log.db);
  expect(rows).toEqual([{ seen: then.courses.length, kept: 0 }]);
  await past.close();
  expect(await pastsIn(log)).toEqual([]);

  const person = testId(1_000_000 + 6);
  expect(then.users.some(({ id }) => id === person)).toBe(true);
  expect(then.notes.some(({ user_id }) => user_id === person)).toBe(true);
  const ended = await log.reader.readStream(`user-${person}`);
  await log.appender.append(
    appendRequest({
      writes: [
        {
          stream: `user-${person}`,
          expectedVersion: ended.length,
          events: [{ type: 'UserRemoved', data: {} }],
        },
      ],
      destroyKeysOf: [person],
    }),
  );
  const again = await build();
  const now = await snapshot(again.writer, again.schema);
  expect(now.users).toEqual(then.users.filter(({ id }) => id !== person));
  expect(now.notes).toEqual(then.notes.filter(({ user_id }) => user_id !== person));
  expect(now.reviews).toEqual(then.reviews.filter(({ user_id }) => user_id !== person));
  expect(now.enrolments).toEqual(then.enrolments.filter(({ user_id }) => user_id !== person));
  expect(now.audit).toEqual(then.audit);
  await again.close();
  await reading.close();
  await resources.close();
  await projector.stop();
});

test('a replay holds as many rows as the live tables and nobody; done twice it is the same, and analysts read it', async () => {
  await using log = await projectedLog();
  const projector = log.start();
  await live(log, 0, history.length);
  await projectedUpTo(log, history.length);
  await using options = await withoutKeys(log);
  const told: number[] = [];
  const first = await replay({
    ...options,
    position: history.length,
    name: 'one',
    onPage: (position) => told.push(position),
  });
  expect(told.at(-1)).toBe(history.length);
  expect(first.parked).toBe(0);
  // Held back, it goes through the log once: what it looks up before is not held back.
  const walked: number[] = [];
  await replay({
    ...options,
    position: history.length,
    name: 'two',
    paced: (reader) => ({
      head: () => reader.head(),
      readPage: (after, limit, types) => {
        walked.push(...Array.from({ length: limit }, (_, index) => after + 1 + index));
        return reader.readPage(after, limit, types);
      },
    }),
  });
  expect(walked).toEqual(history.map((_, index) => index + 1));
  const [one, two, present] = [await rowsIn(log, 'one'), await rowsIn(log, 'two'), await rowsIn(log, 'read')];
  expect(two).toEqual(one);
  const count = (rows: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.length]));
  expect(count(one)).toEqual(count(present));
  expect(count(one)).toEqual(first.rows);
  expect(Math.min(...Object.values(first.rows))).toBeGreaterThan(0);

  const text = JSON.stringify(one);
  for (let number = 0; number < 48; number += 1) {
    for (const word of [
      `Person ${number}`,
      `person${number}@`,
      `Note ${number}`,
      `Number ${number}.`,
      `LYC-${number}`,
    ])
      expect(text.includes(word), word).toBe(false);
    for (const kind of [1, 2, 3, 4, 5, 6, 7])
      expect(text.includes(testId(kind * 1_000_000 + number)), `${kind} ${number}`).toBe(false);
  }
  expect(text).not.toContain('hidden');
  expect(text).toContain(testId(1));

  // Who is the same is the same everywhere, so the tables can be joined as the live ones can.
  const { rows } = await sql<{ people: number; lost: number }>`
    select count(distinct users.id) as people, count(*) filter (where ways.id is null) as lost
    from one.quizzes join one.users on users.id = quizzes.user_id
    left join one.enrolments as ways on ways.id = quizzes.enrolment_id`.execute(log.db);
  expect(rows[0]?.people).toBeGreaterThan(3);
  expect(rows[0]?.lost).toBe(0);

  const analyst = openPool({
    connectionString: log.environment.DATABASE_URL,
    role: 'lyceum_analyst',
    connections: 1,
  });
  const seen = await analyst.query('select name, email, user_type from one.users limit 1');
  expect(seen.rows).toEqual([{ name: null, email: null, user_type: expect.any(String) }]);
  await expect(analyst.query('delete from one.users')).rejects.toThrow('permission denied');
  await analyst.end();

  await expect(replay({ ...options, position: 10, name: 'one' })).rejects.toThrow('already');
  await expect(replay({ ...options, position: 10, name: 'read', replace: true })).rejects.toThrow('already');
  const replaced = await replay({ ...options, position: half, name: 'one', replace: true });
  expect(replaced.rows.audit).toBe(half);
  expect(await pastsIn(log)).toEqual([]);
  await projector.stop();
});

test('a replay that is interrupted leaves nothing; what a killed one left is cleared away, what is in use is not', async () => {
  await using log = await projectedLog();
  await live(log, 0, half);
  await using options = await withoutKeys(log);
  const interrupted = new AbortController();
  await expect(
    replay({
      ...options,
      position: half,
      name: 'one',
      signal: interrupted.signal,
      onPage: () => interrupted.abort(new Error('enough')),
    }),
  ).rejects.toThrow('enough');
  expect(await pastsIn(log)).toEqual([]);

  const [left, used] = [newPast(), newPast()];
  const killed = await asProjector(log)(left);
  await makePast(killed.db, left, { withState: false });
  await killed.close();
  const busy = await asProjector(log)(used);
  await makePast(busy.db, used, { withState: true });
  await replay({ ...options, position: half, name: 'one' });
  expect(await pastsIn(log)).toEqual([used]);
  await busy.close();
});

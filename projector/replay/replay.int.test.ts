import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openReader } from '#events/log/read/reader.ts';
import { loadPseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createAsOfSchema, newAsOfSchemaName } from '../as-of/as-of-schema.ts';
import { buildAsOfTables } from '../as-of/build-as-of-tables.ts';
import { type AsOfSchema, openWriter } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { openResources } from '../server/resources.ts';
import { checkpointsAt, snapshot } from '../testing/projector-database.ts';
import {
  openProjectorTestLog,
  type ProjectorTestLog,
  waitForPosition,
} from '../testing/projector-test-log.ts';
import { testId } from '../testing/recorded-events.ts';
import { schoolHistory, schoolUserId } from '../testing/school-history.ts';
import { appendHistory, removeUser } from '../testing/test-log-events.ts';
import { replay } from './replay.ts';
import { replayedTables } from './rewrite-tables.ts';

/** The number of courses and of users. It is enough for events of every projected type. */
const size = 30;
const history = schoolHistory(size);
const half = Math.floor(history.length / 2);

const writerOpenerOf = (log: ProjectorTestLog) => (schema: AsOfSchema | 'read') =>
  openWriter({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_projector', schema });

/** Returns options of a replay as `log replay` uses them, with a reader without keys. */
const openReplayOptions = async (log: ProjectorTestLog) => {
  const pool = openPool({ connectionString: log.environment.DATABASE_URL, role: 'lyceum_reader' });
  afterTests(() => pool.end());
  const reader = openReader({ pool, vault: null });
  afterTests(() => reader.close());
  return {
    openWriter: writerOpenerOf(log),
    reader,
    pseudonyms: await loadPseudonyms(pool),
    shouldReplace: false,
    signal: new AbortController().signal,
  };
};

const loadRows = async ({ db }: ProjectorTestLog, schema: string): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const name of replayedTables(projections)) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.id(schema, name)} as t order by 1`.execute(db);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
};

const listAsOfSchemas = async ({ db }: ProjectorTestLog): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname like 'lyceum_past_%'`.execute(db);
  return rows.map(({ name }) => name);
};

test('builds the tables as of a position, without users who were removed later, and drops the tables on close', async () => {
  const log = await openProjectorTestLog();
  const projector = log.start();
  await appendHistory(log, history.slice(0, half));
  await waitForPosition(log, half);
  const inspector = await writerOpenerOf(log)('read');
  const expected = await snapshot(inspector);
  await appendHistory(log, history.slice(half));
  await waitForPosition(log, history.length);
  expect((await snapshot(inspector)).courses).not.toEqual(expected.courses);

  const resources = openResources(parseConfiguration(log.environment), createSilentLogger());
  const build = () =>
    buildAsOfTables({
      openWriter: resources.openWriter,
      projections,
      reader: resources.reader,
      position: half,
      isServed: true,
      signal: new AbortController().signal,
    });
  const asOf = await build();
  expect(await snapshot(asOf.writer, asOf.schema)).toEqual(expected);
  expect(asOf.parked).toBe(0);
  expect(expected.checkpoints).toEqual(checkpointsAt(half));

  // Tables of `state` have no history, so they are empty in the schema.
  const { rows } = await sql<{ courses: number; playback: number }>`
    with courses as (select count(*) as courses from ${sql.id(asOf.schema, 'courses')})
    select courses, (select count(*) from ${sql.id(asOf.schema, 'playback')}) as playback from courses`.execute(
    log.db,
  );
  expect(rows).toEqual([{ courses: expected.courses.length, playback: 0 }]);
  await asOf.close();
  expect(await listAsOfSchemas(log)).toEqual([]);

  const userId = schoolUserId(6);
  expect(expected.users.some(({ id }) => id === userId)).toBe(true);
  expect(expected.notes.some(({ user_id }) => user_id === userId)).toBe(true);
  const userEvents = await log.reader.readStream(`user-${userId}`);
  await removeUser(log, userId, userEvents.length + 1);
  const afterRemoval = await build();
  const rebuilt = await snapshot(afterRemoval.writer, afterRemoval.schema);
  expect(rebuilt.users).toEqual(expected.users.filter(({ id }) => id !== userId));
  expect(rebuilt.notes).toEqual(expected.notes.filter(({ user_id }) => user_id !== userId));
  expect(rebuilt.reviews).toEqual(expected.reviews.filter(({ user_id }) => user_id !== userId));
  expect(rebuilt.enrolments).toEqual(expected.enrolments.filter(({ user_id }) => user_id !== userId));
  expect(rebuilt.audit).toEqual(expected.audit);
  await afterRemoval.close();
  await inspector.close();
  await resources.close();
  await projector.stop();
});

test('replays all rows without personal data, with the same result each time, into tables that analysts can read', async () => {
  const log = await openProjectorTestLog();
  const projector = log.start();
  await appendHistory(log, history);
  await waitForPosition(log, history.length);
  const options = await openReplayOptions(log);
  const progress: number[] = [];
  const first = await replay({
    ...options,
    position: history.length,
    name: 'one',
    onPage: (position) => progress.push(position),
  });
  expect(progress.at(-1)).toBe(history.length);
  expect(first.parked).toBe(0);
  // The paced reader reads the log once. The lookup of removals is not paced.
  const pacedPositions: number[] = [];
  await replay({
    ...options,
    position: history.length,
    name: 'two',
    pace: (reader) => ({
      head: () => reader.head(),
      readPage: (after, limit, types) => {
        pacedPositions.push(...Array.from({ length: limit }, (_, index) => after + 1 + index));
        return reader.readPage(after, limit, types);
      },
    }),
  });
  expect(pacedPositions).toEqual(history.map((_, index) => index + 1));
  const [firstRows, secondRows, currentRows] = [
    await loadRows(log, 'one'),
    await loadRows(log, 'two'),
    await loadRows(log, 'read'),
  ];
  expect(secondRows).toEqual(firstRows);
  const countRows = (rows: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(rows).map(([table, tableRows]) => [table, tableRows.length]));
  expect(countRows(firstRows)).toEqual(countRows(currentRows));
  expect(countRows(firstRows)).toEqual(first.rows);
  expect(Math.min(...Object.values(first.rows))).toBeGreaterThan(0);

  const text = JSON.stringify(firstRows);
  for (let number = 0; number < size; number += 1) {
    for (const personal of [
      `Person ${number}`,
      `person${number}@`,
      `Note ${number}`,
      `Number ${number}.`,
      `LYC-${number}`,
    ])
      expect(text.includes(personal), personal).toBe(false);
    for (const kind of [1, 2, 3, 4, 5, 6, 7])
      expect(text.includes(testId(kind * 1_000_000 + number)), `${kind} ${number}`).toBe(false);
  }
  expect(text).not.toContain('hidden');
  expect(text).toContain(testId(1));

  // PostgreSQL reveals the order in which rows were written. That must not reveal more than the ranks.
  for (const [table, rank] of [
    ['activity', 'kind, ordinal'],
    ['notes', 'taken_ordinal'],
    ['reviews', 'reviewed_ordinal'],
  ] as const) {
    const { rows: written } = await sql<{ is_ranked: boolean }>`
      select array_agg(t::text order by ctid) = array_agg(t::text order by ${sql.raw(rank)}) as is_ranked
      from one.${sql.id(table)} as t`.execute(log.db);
    expect([table, written[0]?.is_ranked]).toEqual([table, true]);
  }

  // A user has the same pseudonym in these tables, so analysts can join them.
  const { rows } = await sql<{ users: number; unmatched: number }>`
    select count(distinct users.id) as users, count(*) filter (where enrolments.id is null) as unmatched
    from one.quizzes join one.users on users.id = quizzes.user_id
    left join one.enrolments on enrolments.id = quizzes.enrolment_id`.execute(log.db);
  expect(rows[0]?.users).toBeGreaterThan(3);
  expect(rows[0]?.unmatched).toBe(0);

  const analyst = openPool({
    connectionString: log.environment.DATABASE_URL,
    role: 'lyceum_analyst',
    maxConnections: 1,
  });
  const analystView = await analyst.query('select name, email, user_type from one.users limit 1');
  expect(analystView.rows).toEqual([{ name: null, email: null, user_type: expect.any(String) }]);
  await expect(analyst.query('delete from one.users')).rejects.toThrow('permission denied');
  await analyst.end();

  await expect(replay({ ...options, position: 10, name: 'one' })).rejects.toThrow('already');
  await expect(replay({ ...options, position: 10, name: 'read', shouldReplace: true })).rejects.toThrow(
    'already',
  );
  const replaced = await replay({ ...options, position: half, name: 'one', shouldReplace: true });
  expect(replaced.rows.activity).toBeLessThan(first.rows.activity ?? 0);
  expect(await listAsOfSchemas(log)).toEqual([]);
  await projector.stop();
});

test('leaves nothing behind after an interrupt, and drops the schemas of killed builds but no schema in use', async () => {
  const log = await openProjectorTestLog();
  await appendHistory(log, history.slice(0, half));
  const options = await openReplayOptions(log);
  const interrupted = new AbortController();
  await expect(
    replay({
      ...options,
      position: half,
      name: 'one',
      signal: interrupted.signal,
      onPage: () => interrupted.abort(new Error('interrupted')),
    }),
  ).rejects.toThrow('interrupted');
  expect(await listAsOfSchemas(log)).toEqual([]);

  const [orphaned, inUse] = [newAsOfSchemaName(), newAsOfSchemaName()];
  const killed = await writerOpenerOf(log)(orphaned);
  await createAsOfSchema(killed.db, orphaned, { hasState: false });
  await killed.close();
  const writerInUse = await writerOpenerOf(log)(inUse);
  await createAsOfSchema(writerInUse.db, inUse, { hasState: true });
  await replay({ ...options, position: half, name: 'one' });
  expect(await listAsOfSchemas(log)).toEqual([inUse]);
  await writerInUse.close();
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { courseStream } from '#events/catalogue/streams/course.ts';
import { projections } from '../models/projections.ts';
import { advance } from '../runner/advance.ts';
import { countRows } from '../shadow-tables/shadow-tables.ts';
import { collect } from '../testing/collect.ts';
import { createMemoryLog } from '../testing/memory-log.ts';
import { openProjectorDatabase, snapshot } from '../testing/projector-database.ts';
import { recorded, testId } from '../testing/recorded-events.ts';
import { schoolHistory } from '../testing/school-history.ts';
import { checkModels } from './check-models.ts';

const neverAborted = new AbortController().signal;
const school = schoolHistory(60);
const events = [
  ...school,
  // There is no such course, so this stream is parked.
  ...recorded([[courseStream(testId(999)), { type: 'CourseRemoved', data: {} }]], school.length + 1),
];

const openProjectedDatabase = async () => {
  const database = await openProjectorDatabase();
  const writer = await database.open();
  // The log continues past the position of the current tables. The check must not report these later events as differences.
  await advance(writer.db, projections, { after: 0, to: events.length, events });
  const checkAll = () =>
    collect(
      checkModels({
        projections,
        openWriter: database.open,
        reader: createMemoryLog([...events, ...schoolHistory(400).slice(events.length)]),
        signal: neverAborted,
        pageSize: 50,
      }),
    );
  return { writer, checkAll };
};

test('finds no differences in unchanged tables and parked streams, and drops its own tables', async () => {
  const { writer, checkAll } = await openProjectedDatabase();
  const before = await snapshot(writer);
  expect(before.parked).toHaveLength(1);
  const expected = [];
  for (const { model, tables } of projections) {
    let rows = 0;
    for (const { name } of tables) rows += await countRows(writer.db, 'read', name);
    expected.push({ model, position: events.length, rows, differences: [] });
  }
  expect(expected[0]).toMatchObject({ model: 'courses', rows: 60 });
  expect(await checkAll()).toEqual(expected);
  expect(await snapshot(writer)).toEqual(before);
  const remaining =
    await sql`select 1 from pg_tables where schemaname = 'read_check' and tablename not in ('checkpoints', 'parked')`.execute(
      writer.db,
    );
  expect(remaining.rows).toEqual([]);
});

test('reports rows that were changed, deleted or inserted manually, without their values', async () => {
  const { writer, checkAll } = await openProjectedDatabase();
  await sql`update read.courses set price = price + 0.000001, name = 'forged' where id = ${testId(5)}`.execute(
    writer.db,
  );
  await sql`delete from read.courses where id = ${testId(6)}`.execute(writer.db);
  await sql`update read.users set wished_type = 'Admin' where id = ${testId(1_000_007)}`.execute(writer.db);
  await sql`insert into read.users select (json_populate_record(u, ${JSON.stringify({ id: testId(77) })}::json)).* from read.users as u limit 1`.execute(
    writer.db,
  );
  await sql`delete from read.parked`.execute(writer.db);
  const [courses, users] = await checkAll();
  expect(courses?.differences).toEqual([
    { table: 'courses', key: testId(5), kind: 'different', columns: ['name', 'price'] },
    { table: 'courses', key: testId(6), kind: 'missing', columns: [] },
    { table: 'parked', key: courseStream(testId(999)), kind: 'missing', columns: [] },
  ]);
  expect(users?.differences).toEqual([
    { table: 'users', key: testId(77), kind: 'surplus', columns: [] },
    { table: 'users', key: testId(1_000_007), kind: 'different', columns: ['wished_type'] },
  ]);
});

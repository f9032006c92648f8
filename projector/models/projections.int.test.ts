import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openProjectorDatabase } from '../testing/projector-database.ts';
import { projections } from './projections.ts';

const tables = projections.flatMap(({ model, tables: modelTables }) =>
  modelTables.map((table) => ({ model, ...table })),
);

test.each(tables)(
  'read.$name has the columns, key and grants that the model $model needs',
  async ({ name, key, columns }) => {
    const database = await openProjectorDatabase();
    const { db } = await database.open();
    const found = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = 'read' and table_name = ${name} order by column_name`.execute(db);
    expect(found.rows.map((row) => row.column_name)).toEqual([...columns].sort());
    const primaryKey = await sql<{ definition: string; expected: string }>`
    select pg_get_constraintdef(oid) as definition, format('PRIMARY KEY (%I)', ${key}::text) as expected
    from pg_constraint where conrelid = ${`read.${name}`}::regclass and contype = 'p'`.execute(db);
    expect(primaryKey.rows.map(({ definition }) => definition)).toEqual([primaryKey.rows[0]?.expected]);
    // A rebuild replaces the table, which only its owner may do.
    const grants = await sql<{ owner: string; command: boolean; reader: boolean; writable: boolean }>`
    select pg_get_userbyid(relowner) as owner,
           has_table_privilege('lyceum_command', oid, 'select') as command,
           has_table_privilege('lyceum_reader', oid, 'select') as reader,
           has_table_privilege('lyceum_reader', oid, 'insert, update, delete, truncate')
             or has_table_privilege('lyceum_command', oid, 'insert, update, delete, truncate') as writable
    from pg_class where oid = ${`read.${name}`}::regclass`.execute(db);
    expect(grants.rows).toEqual([
      { owner: 'lyceum_projector', command: true, reader: true, writable: false },
    ]);
  },
);

test('every read model has a checkpoint, a unique name and its own tables', async () => {
  const database = await openProjectorDatabase();
  const { db } = await database.open();
  const rows = await db.selectFrom('checkpoints').select('model').orderBy('model').execute();
  expect(rows.map(({ model }) => model)).toEqual(projections.map(({ model }) => model).sort());
  expect(new Set(projections.map(({ model }) => model)).size).toBe(projections.length);
  expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length);
});

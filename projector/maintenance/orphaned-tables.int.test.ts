import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAsOfSchema, newAsOfSchemaName } from '../as-of/as-of-schema.ts';
import { openWriter, type ReadSchema, type Writer } from '../connection/writer.ts';
import { projections } from '../models/projections.ts';
import { lockModel } from '../shadow-tables/model-lock.ts';
import { createShadowTables, type ShadowSchema } from '../shadow-tables/shadow-tables.ts';
import { openProjectorTestLog, type ProjectorTestLog } from '../testing/projector-test-log.ts';
import { dropOrphanedTablesRegularly } from './orphaned-tables.ts';

const openProjectorWriter = (log: ProjectorTestLog, schema: ReadSchema = 'read') =>
  openWriter({ connectionString: log.url, role: 'lyceum_projector', schema });

/** Creates an as-of schema in use. Closing the writer orphans it. */
const createUsedAsOfSchema = async (log: ProjectorTestLog) => {
  const schema = newAsOfSchemaName();
  const writer = await openProjectorWriter(log, schema);
  await createAsOfSchema(writer.db, schema, { hasState: true });
  return { schema, writer };
};

/** Creates locked shadow tables, like a running rebuild or check. Closing the writer orphans them. */
const createUsedShadowTables = async (log: ProjectorTestLog, schema: ShadowSchema): Promise<Writer> => {
  const writer = await openProjectorWriter(log, schema);
  for (const projection of projections) {
    await lockModel(writer, schema, projection.model);
    await createShadowTables(writer.db, projection, schema);
  }
  return writer;
};

/** Closes a connection and waits until the server has ended its session. */
const closeAndWait = async ({ db }: ProjectorTestLog, writer: Writer) => {
  await writer.close();
  await expect
    .poll(
      async () => (await sql`select from pg_stat_activity where pid = ${writer.backendPid}`.execute(db)).rows,
    )
    .toEqual([]);
};

/** Returns the number of tables in each schema of shadow and as-of tables, without the permanent ones. */
const countTables = async ({ db }: ProjectorTestLog): Promise<Record<string, number>> => {
  const { rows } = await sql<{ schema: string; tables: number }>`
    select schemaname as schema, count(*)::int as tables from pg_tables
    where schemaname ~ '^(lyceum_past_|read_)' and (schemaname ~ '^lyceum_past_' or tablename not in ('checkpoints', 'parked'))
    group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ schema, tables }) => [schema, tables]));
};

test('drops the tables that killed processes have left behind, but none that are in use', async () => {
  const log = await openProjectorTestLog();
  const [killed, served] = [await createUsedAsOfSchema(log), await createUsedAsOfSchema(log)];
  const [rebuild, check] = [
    await createUsedShadowTables(log, 'read_next'),
    await createUsedShadowTables(log, 'read_check'),
  ];
  const initialTables = await countTables(log);
  expect(Object.keys(initialTables).sort()).toEqual(
    [killed.schema, served.schema, 'read_check', 'read_next'].sort(),
  );
  await closeAndWait(log, killed.writer);
  await closeAndWait(log, rebuild);

  const projector = log.start();
  const inUse = { [served.schema]: initialTables[served.schema], read_check: initialTables.read_check };
  await expect.poll(() => countTables(log)).toEqual(inUse);
  await projector.stop();

  // Tables that are orphaned later are dropped by a later run.
  const stop = new AbortController();
  const reported: unknown[] = [];
  const dropping = dropOrphanedTablesRegularly(
    { openWriter: () => openProjectorWriter(log), projections, intervalMs: 20 },
    stop.signal,
    { done: (dropped) => reported.push(dropped), failed: (error) => reported.push(error) },
  );
  await closeAndWait(log, served.writer);
  await expect.poll(() => countTables(log)).toEqual({ read_check: initialTables.read_check });
  await closeAndWait(log, check);
  await expect.poll(() => countTables(log)).toEqual({});
  stop.abort();
  await dropping;
  // The number of runs varies. An error would make the sum NaN.
  expect(reported.map(Number).reduce((sum, dropped) => sum + dropped, 0)).toBe(1 + projections.length);
});
